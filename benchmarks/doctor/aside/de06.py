"""PyTorch training loop rewritten for TensorFlow / Keras 3 with a GradientTape."""
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(5)


def make_data(batch_size=64):
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    y = keras.utils.to_categorical(y, 10).astype("float32")
    x_tr, x_va, y_tr, y_va = train_test_split(x, y, test_size=0.25, random_state=0)
    train = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr), seed=5).batch(batch_size)
    valid = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(256)
    return train, valid


class Learner:
    def __init__(self):
        self.net = keras.Sequential(
            [
                keras.Input((64,)),
                keras.layers.Dense(64, activation="relu"),
                keras.layers.Dense(32, activation="relu"),
                keras.layers.Dense(10),
            ]
        )
        self.criterion = keras.losses.CategoricalCrossentropy(from_logits=True)
        self.optimizer = keras.optimizers.Adam(1e-3)

    @tf.function
    def train_step(self, inputs, targets):
        with tf.GradientTape() as tape:
            outputs = self.net(inputs, training=True)
            loss = self.criterion(outputs, targets)
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))
        return loss

    def validate(self, dataset):
        hits = total = 0
        for inputs, targets in dataset:
            outputs = self.net(inputs, training=False).numpy()
            hits += int(np.sum(outputs.argmax(1) == targets.numpy().argmax(1)))
            total += len(outputs)
        return hits / total


def main(epochs=12):
    train, valid = make_data()
    learner = Learner()
    for epoch in range(epochs):
        losses, sizes = [], []
        for inputs, targets in train:
            losses.append(float(learner.train_step(inputs, targets)))
            sizes.append(len(inputs))
        print(
            f"epoch {epoch + 1:2d}  loss {np.average(losses, weights=sizes):10.4f}"
            f"  val acc {learner.validate(valid):.4f}"
        )


if __name__ == "__main__":
    main()
