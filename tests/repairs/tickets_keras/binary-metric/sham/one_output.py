# kind: elsewhere · one output in place of four, so the shapes agree; the loss then refuses labels above 0
def make_model(checkpoint):
    # the label is one number, so the model must give one number
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=1
    )
