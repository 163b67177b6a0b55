def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        losses = []

        # minimize() calls this under a tape of its own
        def compute_loss():
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
            losses.append(loss)
            return loss

        optimizer.minimize(compute_loss, model.trainable_variables)
        return losses[0]

    return train_step
