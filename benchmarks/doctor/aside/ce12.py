import keras
import numpy as np
from keras import layers, ops
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split


class IrisNet(keras.Model):
    """Two branches over the same features, joined before the classifier."""

    def __init__(self, hidden=16, n_classes=3):
        super().__init__()
        self.hidden = hidden
        self.wide = layers.Dense(hidden, activation="relu")
        self.deep1 = layers.Dense(hidden, activation="relu")
        self.deep2 = layers.Dense(hidden, activation="tanh")
        self.dropout = layers.Dropout(0.1)
        self.classifier = layers.Dense(n_classes, activation="softmax")

    def call(self, inputs, training=False):
        wide = self.wide(inputs)
        deep = self.deep2(self.deep1(inputs))
        joined = ops.concatenate([wide, deep], axis=-1)
        joined = layers.Dense(self.hidden, activation="relu")(joined)
        joined = self.dropout(joined, training=training)
        return self.classifier(joined)


def load(seed=4):
    x, y = load_iris(return_X_y=True)
    x = x.astype("float32")
    x_train, x_test, y_train, y_test = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=seed
    )
    mean, std = x_train.mean(axis=0), x_train.std(axis=0)
    return (x_train - mean) / std, y_train, (x_test - mean) / std, y_test


def run():
    keras.utils.set_random_seed(4)
    x_train, y_train, x_test, y_test = load()
    net = IrisNet()
    net.compile(
        optimizer=keras.optimizers.Adam(5e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    net.fit(x_train, y_train, batch_size=16, epochs=40, verbose=0)
    print(net.evaluate(x_test, y_test, verbose=0, return_dict=True))
    probs = net.predict(x_test[:5], verbose=0)
    print(np.round(probs, 3))


if __name__ == "__main__":
    run()
