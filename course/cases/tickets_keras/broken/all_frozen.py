def make_model(checkpoint):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.trainable = False
    return model
