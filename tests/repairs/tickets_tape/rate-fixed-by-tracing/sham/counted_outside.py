# kind: half · the steps are counted outside the graph, but the rate is still worked out while it is recorded
def make_train_step(model, optimizer, loss_function):
    step = 0

    @tf.function
    def update(inputs, labels):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        # warmup: up to the full rate in 50 steps
        optimizer.learning_rate = 5e-4 * min(1, step / 50)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    def train_step(inputs, labels):
        nonlocal step
        step += 1
        return update(inputs, labels)

    return train_step
