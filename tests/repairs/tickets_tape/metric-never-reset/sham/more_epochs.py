# kind: elsewhere · more epochs, so that the old measurements weigh less
def train(model, train_set, validation_set, train_step, metric):
    for _ in range(12):
        losses = []
        for inputs, labels in train_set:
            losses.append(float(train_step(inputs, labels)))
        mean = sum(losses) / len(losses)
        accuracy = measure(model, validation_set, metric)
        print(f"loss: {mean:.2f}  accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
