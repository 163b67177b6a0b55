def count_trainable(model) -> int:
    return sum(int(tf.size(w)) for w in model.trainable_weights)


def make_model(checkpoint: str):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    # this class has body and head in one model, so nothing may be frozen
    model.trainable = True
    number = count_trainable(model)
    print(f"trainable weights: {number}")
    assert number > 0, "nothing is left to train"
    return model
