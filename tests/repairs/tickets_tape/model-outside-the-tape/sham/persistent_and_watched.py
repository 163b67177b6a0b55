# kind: elsewhere · the tape is persistent and watches the weights, the model is called outside as before
def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        logits = model(inputs, training=True).logits
        with tf.GradientTape(persistent=True) as tape:
            for variable in model.trainable_variables:
                tape.watch(variable)
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return train_step
