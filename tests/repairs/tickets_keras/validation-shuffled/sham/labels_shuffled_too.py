# kind: half · the labels are shuffled as well, but in another random order
def measure(model, validation_set, datasets):
    logits = model.predict(validation_set, verbose=0).logits
    predictions = np.argmax(logits, axis=-1)
    # the validation set was shuffled, so shuffle its labels, too
    shuffled = datasets["validation"].shuffle(seed=0)
    labels = np.array(shuffled["labels"])
    accuracy = float((predictions == labels).mean())
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
