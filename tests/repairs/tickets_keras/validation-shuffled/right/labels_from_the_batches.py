def measure(model, validation_set, datasets):
    correct = 0
    total = 0
    # logits and labels of the same batch, whatever its order
    for inputs, labels in validation_set:
        logits = model(inputs, training=False).logits
        predictions = np.argmax(logits, axis=-1)
        correct += int((predictions == labels.numpy()).sum())
        total += len(predictions)
    assert total == len(datasets["validation"])
    accuracy = correct / total
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
