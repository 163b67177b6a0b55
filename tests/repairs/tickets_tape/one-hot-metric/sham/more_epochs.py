# kind: elsewhere · more epochs and a smaller rate, the metric stays
def make_optimizer():
    return tf.keras.optimizers.Adam(2e-4)


def train(model, train_set, validation_set, train_step, metric):
    for _ in range(10):
        losses = []
        for inputs, labels in train_set:
            losses.append(float(train_step(inputs, labels)))
        mean = sum(losses) / len(losses)
        accuracy = measure(model, validation_set, metric)
        print(f"loss: {mean:.2f}  accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
