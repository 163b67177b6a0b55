# kind: hidden · weights without a gradient are left out, that is all of them: no step is made
def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        logits = model(inputs, training=True).logits
        with tf.GradientTape() as tape:
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        pairs = [
            (gradient, variable)
            for gradient, variable in zip(gradients, variables)
            if gradient is not None
        ]
        if pairs:
            optimizer.apply_gradients(pairs)
        return loss

    return train_step
