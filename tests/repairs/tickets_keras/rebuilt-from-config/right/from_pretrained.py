def load_trained(output):
    return TFAutoModelForSequenceClassification.from_pretrained(output)
