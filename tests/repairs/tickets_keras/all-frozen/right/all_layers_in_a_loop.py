def make_model(checkpoint):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    # the model's own flag counts as well as that of each layer
    model.trainable = True
    for layer in model.layers:
        layer.trainable = True
        print(f"{layer.name}: {len(layer.trainable_weights)} arrays to train")
    return model
