WARMUP_STEPS = 50
FULL_RATE = 5e-4


def make_train_step(model, optimizer, loss_function):
    def warmup_rate() -> tf.Tensor:
        # the optimizer counts its own steps
        done = tf.cast(optimizer.iterations, tf.float32)
        return FULL_RATE * tf.minimum(1.0, done / WARMUP_STEPS)

    @tf.function
    def train_step(inputs, labels):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        optimizer.learning_rate.assign(warmup_rate())
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return train_step
