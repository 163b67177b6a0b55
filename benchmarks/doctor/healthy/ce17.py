"""Transfer on the digits: features from 0-4, a new head for 5-9, then gentle fine-tuning; save and load."""
import os

import keras
import numpy as np
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/ce17"


@keras.saving.register_keras_serializable(package="transfer")
class RMSScale(layers.Layer):
    """Divides each row by its root mean square and multiplies by a learned vector."""

    def __init__(self, epsilon=1e-6, **kwargs):
        super().__init__(**kwargs)
        self.epsilon = epsilon

    def build(self, input_shape):
        self.gain = self.add_weight(shape=(input_shape[-1],), initializer="ones", name="gain")

    def call(self, x):
        return x * ops.rsqrt(ops.mean(ops.square(x), axis=-1, keepdims=True) + self.epsilon) * self.gain

    def get_config(self):
        return {**super().get_config(), "epsilon": self.epsilon}


def make_base():
    inp = keras.Input((8, 8, 1))
    h = layers.Rescaling(1.0 / 16)(inp)
    for filters in (16, 32):
        h = layers.Conv2D(filters, 3, padding="same", use_bias=False)(h)
        h = layers.BatchNormalization(momentum=0.9)(h)
        h = layers.ReLU()(h)
        h = layers.MaxPooling2D()(h)
    return keras.Model(inp, layers.Flatten()(h), name="base")


def compile_(model, lr):
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(6)
    d = load_digits()
    x, y = d.images[..., None].astype("float32"), d.target
    src, dst = y < 5, y >= 5

    # source task
    a_tr, a_va, b_tr, b_va = train_test_split(x[src], y[src], test_size=0.2, stratify=y[src], random_state=0)
    base = make_base()
    inp = keras.Input((8, 8, 1))
    source = keras.Model(inp, layers.Dense(5)(base(inp)))
    compile_(source, 1e-3)
    source.fit(a_tr, b_tr, validation_data=(a_va, b_va), epochs=12, batch_size=32, verbose=0)
    print("source validation:", source.evaluate(a_va, b_va, verbose=0, return_dict=True))

    # new task: labels 5..9 become 0..4
    x_tr, x_rest, y_tr, y_rest = train_test_split(
        x[dst], y[dst] - 5, train_size=200, stratify=y[dst], random_state=0
    )
    x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0)

    base.trainable = False
    inp = keras.Input((8, 8, 1))
    h = base(inp)
    h = RMSScale()(h)
    h = layers.Dropout(0.2)(h)
    model = keras.Model(inp, layers.Dense(5)(h))
    compile_(model, 3e-3)
    model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=30, batch_size=25, verbose=0)
    print("head only:", model.evaluate(x_va, y_va, verbose=0, return_dict=True))

    base.trainable = True
    for layer in base.layers:
        if isinstance(layer, layers.BatchNormalization):
            layer.trainable = False  # keeps the batch statistics of the source task
    compile_(model, 2e-4)  # a changed `trainable` needs a new compile
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)
    model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=40, batch_size=25, callbacks=[stop], verbose=0)
    print("fine-tuned:", model.evaluate(x_va, y_va, verbose=0, return_dict=True))

    path = os.path.join(OUT, "digits_high.keras")
    model.save(path)
    again = keras.models.load_model(path)
    np.testing.assert_allclose(
        model.predict(x_te, verbose=0), again.predict(x_te, verbose=0), rtol=1e-4, atol=1e-4
    )
    print("test:", again.evaluate(x_te, y_te, verbose=0, return_dict=True))


if __name__ == "__main__":
    main()
