def make_train_step(model, optimizer, loss_function):
    def forward(inputs: dict, labels: tf.Tensor) -> tf.Tensor:
        logits = model(inputs, training=True).logits
        return loss_function(labels, logits)

    @tf.function
    def train_step(inputs, labels):
        # the way from the weights to the loss lies in `forward`
        with tf.GradientTape() as tape:
            loss = forward(inputs, labels)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        assert all(gradient is not None for gradient in gradients)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return train_step
