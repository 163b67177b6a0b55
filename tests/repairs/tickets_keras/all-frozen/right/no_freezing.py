def make_model(checkpoint):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
