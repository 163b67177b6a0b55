# kind: elsewhere · dropout is off, the padding is counted as before
def make_model(checkpoint):
    model = AutoModelForTokenClassification.from_pretrained(
        checkpoint, num_labels=4, dropout=0.0, attention_dropout=0.0
    )
    return model.eval()
