import argparse
import logging

import numpy as np
import keras
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from sklearn.model_selection import train_test_split

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("tumour")


def parse():
    ap = argparse.ArgumentParser(description="benign / malignant")
    ap.add_argument("--epochs", type=int, default=25)
    ap.add_argument("--hidden", type=int, default=24)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=4)
    return ap.parse_args()


def build(x_train, hidden, lr):
    norm = keras.layers.Normalization(axis=-1)
    norm.adapt(x_train)
    model = keras.Sequential([
        keras.Input(shape=(x_train.shape[1],)),
        norm,
        keras.layers.Dense(hidden, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(learning_rate=lr),
                  loss=keras.losses.BinaryCrossentropy(),
                  metrics=[keras.metrics.BinaryAccuracy(name="acc")])
    return model


def main():
    args = parse()
    keras.utils.set_random_seed(args.seed)

    x, y = load_breast_cancer(return_X_y=True)
    x_train, x_test, y_train, y_test = train_test_split(
        x.astype("float32"), y, test_size=0.3, stratify=y, random_state=args.seed)

    model = build(x_train, args.hidden, args.lr)
    history = model.fit(x_train, y_train, validation_data=(x_test, y_test),
                        epochs=args.epochs, batch_size=32, verbose=0)
    log.info("val acc of the last epoch: %.3f", history.history["val_acc"][-1])

    probs = model.predict(x_test, verbose=0)
    preds = np.argmax(probs, axis=1)
    log.info("predicted classes: %s", np.bincount(preds, minlength=2))
    log.info("true classes:      %s", np.bincount(y_test, minlength=2))
    log.info("accuracy: %.3f", accuracy_score(y_test, preds))
    log.info("f1:       %.3f", f1_score(y_test, preds))
    log.info("%s", confusion_matrix(y_test, preds))


if __name__ == "__main__":
    main()
