"""Which cultivar? Keras on the wine table, with the labels as names like in our lab's file."""
import keras
import numpy as np
import pandas as pd
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

NAMES = {0: "barolo", 1: "grignolino", 2: "barbera"}


def read_table():
    frame = load_wine(as_frame=True).frame
    frame["cultivar"] = frame.pop("target").map(NAMES)
    return frame


def xy(frame, mean, std):
    X = (frame.drop(columns="cultivar") - mean) / std
    codes, _ = pd.factorize(frame["cultivar"])
    return X.to_numpy("float32"), codes.astype("int32")


def build_model(n_in, n_out):
    model = keras.Sequential([
        keras.Input((n_in,)),
        keras.layers.Dense(24, activation="relu"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(n_out, activation="softmax"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(5e-3),
                  loss="sparse_categorical_crossentropy",
                  metrics=["accuracy"])
    return model


def main():
    keras.utils.set_random_seed(1)
    table = read_table()
    train, test = train_test_split(table, test_size=0.3, stratify=table["cultivar"], random_state=1)

    numeric = train.drop(columns="cultivar")
    mean, std = numeric.mean(), numeric.std()

    X_train, y_train = xy(train, mean, std)
    X_test, y_test = xy(test, mean, std)
    print("train", X_train.shape, np.bincount(y_train), "test", X_test.shape, np.bincount(y_test))

    model = build_model(X_train.shape[1], len(NAMES))
    model.fit(X_train, y_train, batch_size=16, epochs=30, verbose=2)
    loss, acc = model.evaluate(X_test, y_test, verbose=0)
    print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
