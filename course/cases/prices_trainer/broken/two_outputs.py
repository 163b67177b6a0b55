def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint
    )
