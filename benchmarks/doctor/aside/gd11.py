import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split


class MacroF1(tf.keras.callbacks.Callback):
    """Macro F1 over the whole validation set, after every epoch."""

    def __init__(self, x, y):
        super().__init__()
        self.x = x
        self.y = y
        self.history = []

    def on_epoch_end(self, epoch, logs=None):
        pred = self.model.predict(self.x, verbose=0)
        score = f1_score(self.y, pred, average="macro")
        self.history.append(score)
        print(f" - val_macro_f1: {score:.4f}")


def get_data(seed):
    x, y = load_wine(return_X_y=True)
    x = x.astype("float32")
    return train_test_split(x, y, test_size=0.3, stratify=y, random_state=seed)


def get_model(x_train, classes, units):
    norm = tf.keras.layers.Normalization()
    norm.adapt(x_train)
    inputs = tf.keras.Input(shape=(x_train.shape[1],))
    h = norm(inputs)
    h = tf.keras.layers.Dense(units, activation="relu")(h)
    h = tf.keras.layers.Dropout(0.2)(h)
    outputs = tf.keras.layers.Dense(classes, activation="softmax")(h)
    model = tf.keras.Model(inputs, outputs)
    model.compile(
        optimizer=tf.keras.optimizers.Adam(learning_rate=5e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()

    tf.keras.utils.set_random_seed(args.seed)
    x_train, x_val, y_train, y_val = get_data(args.seed)
    model = get_model(x_train, classes=3, units=args.units)
    f1 = MacroF1(x_val, y_val)
    model.fit(
        x_train,
        y_train,
        validation_data=(x_val, y_val),
        epochs=args.epochs,
        batch_size=16,
        callbacks=[f1],
        verbose=2,
    )
    print("final macro F1: %.3f" % f1.history[-1])
    os.makedirs("out/gd11", exist_ok=True)
    np.save("out/gd11/f1.npy", np.array(f1.history))


if __name__ == "__main__":
    main()
