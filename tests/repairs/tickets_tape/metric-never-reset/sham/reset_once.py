# kind: half · only the measurement of the untrained model is forgotten, the epochs still add up
def train(model, train_set, validation_set, train_step, metric):
    metric.reset_state()
    for _ in range(5):
        losses = []
        for inputs, labels in train_set:
            losses.append(float(train_step(inputs, labels)))
        mean = sum(losses) / len(losses)
        accuracy = measure(model, validation_set, metric)
        print(f"loss: {mean:.2f}  accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
