"""Multi-task model whose losses live in an endpoint layer (add_loss), weighted by learnt task noise.

Kendall, Gal and Cipolla (2018), with trainable s_i = log(noise_i ** 2):
total = exp(-s_0) * L_regression / 2 + exp(-s_1) * L_classes + (s_0 + s_1) / 2.
The targets are inputs of the training model; the inference model shares its layers and needs none.
"""
import os

import keras
import numpy as np
from keras import layers, ops


class Endpoint(layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.mae = keras.metrics.MeanAbsoluteError(name="mae")
        self.acc = keras.metrics.SparseCategoricalAccuracy(name="acc")

    def build(self, *shapes):
        self.s = self.add_weight(shape=(2,), initializer="zeros", name="log_noise")
        super().build(shapes)

    def call(self, value, logits, y_value, y_class):
        squared = ops.mean(ops.square(y_value - value))
        cross = ops.mean(
            keras.losses.sparse_categorical_crossentropy(ops.squeeze(y_class, -1), logits, from_logits=True)
        )
        # 0.5 belongs to the Gaussian likelihood of the regression
        self.add_loss(0.5 * ops.exp(-self.s[0]) * squared + 0.5 * self.s[0])
        self.add_loss(ops.exp(-self.s[1]) * cross + 0.5 * self.s[1])
        self.mae.update_state(y_value, value)
        self.acc.update_state(ops.squeeze(y_class, -1), logits)
        return value, logits


def make_rows(n, seed):
    world = np.random.default_rng(123)  # the same law for all parts
    a, b = world.normal(size=(10, 4)), world.normal(size=(4, 3))
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 10))
    hidden = np.tanh(x @ a / 2)
    value = 8 * hidden[:, :1] - 5 * hidden[:, 1:2] * hidden[:, 2:3] + rng.normal(0, 1.0, (n, 1))
    label = np.argmax(hidden @ b + rng.gumbel(0, 0.3, (n, 3)), axis=1)[:, None]
    return x.astype("float32"), value.astype("float32"), label.astype("int32")


def build():
    x = keras.Input((10,), name="x")
    h = layers.Dense(64, activation="swish")(x)
    h = layers.Dense(64, activation="swish")(h)
    value = layers.Dense(1, name="value")(layers.Dense(32, activation="swish")(h))
    logits = layers.Dense(3, name="class")(layers.Dense(32, activation="swish")(h))
    y_value = keras.Input((1,), name="y_value")
    y_class = keras.Input((1,), dtype="int32", name="y_class")
    endpoint = Endpoint(name="endpoint")
    out = endpoint(value, logits, y_value, y_class)
    trainer = keras.Model({"x": x, "y_value": y_value, "y_class": y_class}, list(out))
    return trainer, keras.Model(x, [value, logits]), endpoint


def main():
    keras.utils.set_random_seed(14)
    train, val, test = make_rows(4000, 1), make_rows(800, 2), make_rows(1000, 3)
    mean, std = train[1].mean(), train[1].std()

    def feed(part):
        return {"x": part[0], "y_value": (part[1] - mean) / std, "y_class": part[2]}

    trainer, inference, endpoint = build()
    trainer.compile(optimizer=keras.optimizers.Adam(2e-3))  # no loss here: the endpoint adds it
    trainer.fit(
        feed(train),
        validation_data=(feed(val),),
        batch_size=100,
        epochs=40,
        verbose=2,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=5, restore_best_weights=True)],
    )
    print("learnt noise", np.round(np.exp(0.5 * ops.convert_to_numpy(endpoint.s)), 3))

    value, logits = inference.predict(test[0], verbose=0)
    value = value * std + mean
    rmse, rmse0 = (float(np.sqrt(np.mean((p - test[1]) ** 2))) for p in (value, mean))
    acc = float(np.mean(logits.argmax(axis=1) == test[2][:, 0]))
    acc0 = float(np.mean(test[2] == np.bincount(train[2][:, 0]).argmax()))
    print(f"test RMSE {rmse:.3f} (training mean {rmse0:.3f})   accuracy {acc:.3f} (largest class {acc0:.3f})")

    os.makedirs("out/mb14", exist_ok=True)
    inference.save("out/mb14/inference.keras")
    again = keras.models.load_model("out/mb14/inference.keras")
    assert np.allclose(again.predict(test[0], verbose=0)[1], logits, atol=1e-4)


if __name__ == "__main__":
    main()
