# kind: half · the minimum is one of TensorFlow, but the step is still a Python number
def make_train_step(model, optimizer, loss_function):
    step = 0

    @tf.function
    def train_step(inputs, labels):
        nonlocal step
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        # warmup: up to the full rate in 50 steps
        share = tf.constant(step, dtype=tf.float32) / 50.0
        optimizer.learning_rate.assign(5e-4 * tf.minimum(1.0, share))
        optimizer.apply_gradients(zip(gradients, variables))
        step += 1
        return loss

    return train_step
