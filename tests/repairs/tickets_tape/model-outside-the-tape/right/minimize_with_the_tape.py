def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        # gradients and update in one call
        optimizer.minimize(loss, model.trainable_variables, tape=tape)
        return loss

    return train_step
