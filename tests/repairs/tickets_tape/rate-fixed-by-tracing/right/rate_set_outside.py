def make_train_step(model, optimizer, loss_function):
    step = 0

    @tf.function
    def update(inputs, labels):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    def train_step(inputs, labels):
        # ordinary Python, run for each step; the graph reads the rate
        nonlocal step
        optimizer.learning_rate = 5e-4 * min(1, step / 50)
        step += 1
        return update(inputs, labels)

    return train_step
