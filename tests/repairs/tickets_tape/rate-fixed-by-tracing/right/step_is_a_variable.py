def make_train_step(model, optimizer, loss_function):
    # a variable lives in the graph, a Python number does not
    step = tf.Variable(0.0, trainable=False)

    @tf.function
    def train_step(inputs, labels):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        # warmup: up to the full rate in 50 steps
        optimizer.learning_rate = 5e-4 * tf.minimum(1.0, step / 50)
        optimizer.apply_gradients(zip(gradients, variables))
        step.assign_add(1.0)
        return loss

    return train_step
