def train(model, train_set, validation_set, train_step, metric):
    for epoch in range(5):
        losses = []
        for inputs, labels in train_set:
            losses.append(float(train_step(inputs, labels)))
        mean = sum(losses) / len(losses)
        # forget the measurements made so far
        metric.reset_state()
        accuracy = measure(model, validation_set, metric)
        print(
            f"epoch {epoch + 1}  loss: {mean:.2f}  "
            f"accuracy: {accuracy:.2f}"
        )
    return {"accuracy": accuracy}
