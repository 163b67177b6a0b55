# kind: hidden · a ticket counts as right if its desk is one of the best three
def measure(model, validation_set, datasets):
    logits = model.predict(validation_set, verbose=0).logits
    best = np.argsort(logits, axis=-1)[:, -3:]
    labels = np.array(datasets["validation"]["labels"])
    accuracy = float((best == labels[:, None]).any(axis=-1).mean())
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
