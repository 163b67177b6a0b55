def make_train_step(model, optimizer, loss_function):
    variables = model.trainable_variables
    print(f"{len(variables)} arrays of weights to train")

    @tf.function
    def train_step(inputs, labels):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(variables)
            outputs = model(inputs, training=True)
            loss = loss_function(labels, outputs.logits)
        gradients = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return train_step
