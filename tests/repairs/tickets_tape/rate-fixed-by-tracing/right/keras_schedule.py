def make_optimizer():
    # from 0 to the full rate in 50 steps, and constant after that
    warmup = tf.keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=0.0,
        decay_steps=50,
        end_learning_rate=5e-4,
    )
    return tf.keras.optimizers.Adam(warmup)


def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return train_step
