def make_train_step(model, optimizer, loss_function):
    @tf.function
    def update(inputs, labels, rate):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        optimizer.learning_rate = rate
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    steps_done = 0

    def train_step(inputs, labels):
        nonlocal steps_done
        rate = 5e-4 * min(1, steps_done / 50)
        steps_done += 1
        # as a tensor: a Python number would be recorded once more
        return update(inputs, labels, tf.constant(rate))

    return train_step
