"""Breast cancer with Keras 3: one logit, class weights, warm-up and cosine, best epoch reloaded."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

SEED, BATCH, EPOCHS = 31, 32, 30
OUT = "out/ge14"


def split_data():
    x, y = load_breast_cancer(return_X_y=True)
    x, y = x.astype("float32"), y.astype("float32")[:, None]
    x_dev, x_test, y_dev, y_test = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=SEED
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x_dev, y_dev, test_size=0.2, stratify=y_dev, random_state=SEED
    )
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


@keras.saving.register_keras_serializable(package="ge14")
class JitterDense(layers.Layer):
    """Dense block which adds noise to its input while training."""

    def __init__(self, units, noise=0.1, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.noise = noise
        self.jitter = layers.GaussianNoise(noise)
        self.dense = layers.Dense(units, activation="relu")

    def build(self, input_shape):
        self.jitter.build(input_shape)
        self.dense.build(input_shape)
        super().build(input_shape)

    def call(self, inputs, training=None):
        return self.dense(self.jitter(inputs, training=training))

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "noise": self.noise}


def build_model(x_train):
    norm = layers.Normalization(name="standardise")
    norm.adapt(x_train)
    inputs = keras.Input(shape=(x_train.shape[1],))
    h = norm(inputs)
    h = JitterDense(32)(h)
    h = layers.Dropout(0.2)(h)
    logit = layers.Dense(1, name="logit")(h)
    return keras.Model(inputs, logit)


def main():
    keras.utils.set_random_seed(SEED)
    os.makedirs(OUT, exist_ok=True)
    (x_train, y_train), (x_val, y_val), (x_test, y_test) = split_data()

    train_ds = (
        tf.data.Dataset.from_tensor_slices((x_train, y_train))
        .cache()
        .shuffle(len(x_train), seed=SEED)
        .batch(BATCH)
        .prefetch(tf.data.AUTOTUNE)
    )
    val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(256)
    test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(256)

    steps = EPOCHS * int(train_ds.cardinality())
    rate = keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=5e-4, decay_steps=steps - steps // 10,
        warmup_target=5e-3, warmup_steps=steps // 10, alpha=0.01,
    )
    positives = float(y_train.mean())
    class_weight = {0: 0.5 / (1.0 - positives), 1: 0.5 / positives}

    model = build_model(x_train)
    model.compile(
        optimizer=keras.optimizers.AdamW(learning_rate=rate, weight_decay=1e-3),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[keras.metrics.BinaryAccuracy(name="accuracy", threshold=0.0)],
    )
    best = os.path.join(OUT, "best.keras")
    keep = keras.callbacks.ModelCheckpoint(best, monitor="val_loss", mode="min", save_best_only=True)
    model.fit(
        train_ds, validation_data=val_ds, epochs=EPOCHS,
        class_weight=class_weight, callbacks=[keep], verbose=2,
    )

    restored = keras.models.load_model(best)
    loss, acc = restored.evaluate(test_ds, verbose=0)
    prob = keras.ops.convert_to_numpy(keras.ops.sigmoid(restored.predict(x_test, verbose=0)))
    print(f"test: loss {loss:.3f}, accuracy {acc:.3f}, by hand {np.mean((prob > 0.5) == (y_test > 0.5)):.3f}")


if __name__ == "__main__":
    main()
