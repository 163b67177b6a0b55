def compile_model(model, optimizer, loss):
    model.compile(optimizer=optimizer, loss=loss, metrics=["accuracy"])


def print_precision(predictions, labels):
    for desk in range(4):
        chosen = predictions == desk
        if chosen.any():
            precision = (labels[chosen] == desk).mean()
            print(f"desk {desk}: precision {precision:.2f}")
        else:
            print(f"desk {desk}: never predicted")


def measure(model, validation_set, datasets):
    logits = model.predict(validation_set, verbose=0).logits
    predictions = np.argmax(logits, axis=-1)
    labels = np.array(datasets["validation"]["labels"])
    accuracy = float((predictions == labels).mean())
    print(f"accuracy: {accuracy:.2f}")
    print_precision(predictions, labels)
    return {"accuracy": accuracy}
