# kind: elsewhere · dropout is switched off, so the loss stands quite still
def make_model(checkpoint):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=4,
        dropout=0.0,
        attention_dropout=0.0,
        seq_classif_dropout=0.0,
    )
    model.trainable = False
    return model
