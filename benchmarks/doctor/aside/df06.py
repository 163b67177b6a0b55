"""Train a small classifier on unit-length features, write it out, then score with the file (as the service does)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import keras
from keras import layers, ops
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

OUT = "out/df06"
MODEL_FILE = os.path.join(OUT, "wine.keras")


def get_data():
    x, y = load_wine(return_X_y=True)
    return train_test_split(x.astype("float32"), y, test_size=0.3, stratify=y, random_state=5)


def build_model(x_train):
    norm = layers.Normalization(name="norm")
    norm.adapt(x_train)

    inp = keras.Input((x_train.shape[1],), name="chemistry")
    h = norm(inp)
    h = layers.Dense(32, activation="relu")(h)
    h = layers.Lambda(
        lambda t: t / (ops.norm(t, axis=-1, keepdims=True) + 1e-6),
        output_shape=(32,),
        name="unit_length",
    )(h)
    out = layers.Dense(3, activation="softmax", name="cultivar")(h)
    model = keras.Model(inp, out)
    model.compile(
        optimizer=keras.optimizers.Adam(1e-2),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


def train():
    x_train, x_test, y_train, y_test = get_data()
    model = build_model(x_train)
    model.fit(x_train, y_train, epochs=15, batch_size=16, verbose=0)
    loss, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"in memory: loss {loss:.3f} accuracy {acc:.3f}")
    model.save(MODEL_FILE)
    return x_test, y_test


def score(path, x, y):
    model = keras.models.load_model(path)
    pred = np.argmax(model.predict(x, verbose=0), axis=1)
    print(f"from file: accuracy {(pred == y).mean():.3f}")
    return pred


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(5)
    x_test, y_test = train()
    pred = score(MODEL_FILE, x_test, y_test)
    np.save(os.path.join(OUT, "pred.npy"), pred)
