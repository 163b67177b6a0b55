def make_model(checkpoint, freeze=False):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    if freeze:
        # only for a model that is used, not trained
        model.trainable = False
    model.summary()
    return model
