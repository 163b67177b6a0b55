# kind: half · only the head is called in the block, the body is outside and never trained
def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        hidden = model.distilbert(
            input_ids=inputs["input_ids"],
            attention_mask=inputs["attention_mask"],
            training=True,
        )[0]
        with tf.GradientTape() as tape:
            # from the first token to the four logits
            pooled = model.pre_classifier(hidden[:, 0])
            pooled = model.dropout(pooled, training=True)
            logits = model.classifier(pooled)
            loss = loss_function(labels, logits)
        variables = (
            model.pre_classifier.trainable_variables
            + model.classifier.trainable_variables
        )
        gradients = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return train_step
