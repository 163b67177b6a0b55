# kind: half · the layers are thawed one by one, the flag of the model itself stays False: still no trainable weight
def make_model(checkpoint):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.trainable = False
    # the head must be trained
    for layer in model.layers:
        if layer.name != "distilbert":
            layer.trainable = True
    return model
