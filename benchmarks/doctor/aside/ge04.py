"""Breast cancer: a gated feature layer, best epoch kept on disk and reloaded for the report."""
import os
from pathlib import Path

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
from keras import layers, ops
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

OUT = Path("out/ge04")
OUT.mkdir(parents=True, exist_ok=True)
BEST = OUT / "best.keras"


class FeatureGate(layers.Layer):
    """Scales every input feature by a learned number between 0 and 2."""

    def __init__(self, temperature=1.0, **kwargs):
        super().__init__(**kwargs)
        self.temperature = temperature

    def build(self, input_shape):
        self.gate = self.add_weight(
            name="gate", shape=(input_shape[-1],), initializer="zeros", trainable=True
        )
        super().build(input_shape)

    def call(self, inputs):
        return inputs * 2.0 * ops.sigmoid(self.gate / self.temperature)

    def get_config(self):
        config = super().get_config()
        config["temperature"] = self.temperature
        return config


def load():
    x, y = load_breast_cancer(return_X_y=True)
    x = x.astype("float32")
    y = y.astype("float32").reshape(-1, 1)
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=1)
    x_tr, x_va, y_tr, y_va = train_test_split(
        x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=1
    )
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def build(x_train):
    norm = layers.Normalization()
    norm.adapt(x_train)
    inp = keras.Input((x_train.shape[1],))
    h = norm(inp)
    h = FeatureGate(temperature=0.5)(h)
    h = layers.Dense(24, activation="relu")(h)
    h = layers.Dropout(0.2)(h)
    out = layers.Dense(1, activation="sigmoid")(h)
    return keras.Model(inp, out)


def main():
    keras.utils.set_random_seed(5)
    train, valid, test = load()
    model = build(train[0])
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
    model.fit(
        *train,
        validation_data=valid,
        epochs=6,
        batch_size=32,
        verbose=2,
        callbacks=[
            keras.callbacks.ModelCheckpoint(str(BEST), monitor="val_loss", save_best_only=True)
        ],
    )

    best = keras.models.load_model(str(BEST))
    loss, acc = best.evaluate(*test, verbose=0)
    print(f"best epoch on test: loss {loss:.3f}, accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
