import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import math
from pathlib import Path

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from tensorflow import keras
from tensorflow.keras import layers


@keras.utils.register_keras_serializable(package="ec14")
class GatedDense(layers.Layer):
    """Dense(x) * sigmoid(gate(x)), plus the input when the widths agree."""

    def __init__(self, units, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.dropout_rate = dropout
        self.value = layers.Dense(units)
        self.gate = layers.Dense(units, activation="sigmoid")
        self.drop = layers.Dropout(dropout)

    def build(self, input_shape):
        self.value.build(input_shape)
        self.gate.build(input_shape)
        super().build(input_shape)

    def call(self, x, training=None):
        h = self.value(x) * self.gate(x)
        h = self.drop(h, training=training)
        return h + x if x.shape[-1] == self.units else h

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "dropout": self.dropout_rate}


@keras.utils.register_keras_serializable(package="ec14")
class BalancedAccuracy(keras.metrics.Metric):
    """Mean of both recalls; y_pred are logits."""

    def __init__(self, name="bal_acc", **kwargs):
        super().__init__(name=name, **kwargs)
        self.hits = self.add_weight(shape=(2,), initializer="zeros", name="hits")
        self.seen = self.add_weight(shape=(2,), initializer="zeros", name="seen")

    def update_state(self, y_true, y_pred, sample_weight=None):
        # every row counts once here, whatever its weight in the loss
        y = tf.cast(tf.reshape(y_true, [-1]), tf.int32)
        p = tf.cast(tf.reshape(y_pred, [-1]) > 0.0, tf.int32)
        onehot = tf.one_hot(y, 2)
        right = tf.cast(tf.equal(y, p), tf.float32)[:, None]
        self.seen.assign_add(tf.reduce_sum(onehot, axis=0))
        self.hits.assign_add(tf.reduce_sum(onehot * right, axis=0))

    def result(self):
        return tf.reduce_mean(tf.math.divide_no_nan(self.hits.value, self.seen.value))


def get_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=30)
    ap.add_argument("--batch", type=int, default=32)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--out", type=Path, default=Path("out/ec14"))
    return ap.parse_args()


def main(args):
    keras.utils.set_random_seed(8)
    X, y = load_breast_cancer(return_X_y=True)
    X, y = X.astype("float32"), (1 - y).astype("float32")[:, None]
    n = len(X)
    n_val = n_test = n // 5
    n_train = n - n_val - n_test

    # one fixed order for the three parts; the train part is shuffled anew below
    rows = tf.data.Dataset.from_tensor_slices((X, y))
    rows = rows.shuffle(n, seed=8, reshuffle_each_iteration=False)
    test = rows.take(n_test).batch(args.batch)
    valid = rows.skip(n_test).take(n_val).batch(args.batch)
    train_rows = rows.skip(n_test + n_val)
    train = train_rows.cache().shuffle(n_train).repeat().batch(args.batch).prefetch(tf.data.AUTOTUNE)
    steps = math.ceil(n_train / args.batch)

    y_train = np.array([int(t[0]) for _, t in train_rows.as_numpy_iterator()])
    counts = np.bincount(y_train, minlength=2)
    class_weight = {k: float(n_train / (2.0 * c)) for k, c in enumerate(counts)}

    norm = layers.Normalization()
    norm.adapt(train_rows.map(lambda a, b: a).batch(n_train))

    inputs = keras.Input((X.shape[1],))
    h = GatedDense(32, dropout=0.2)(norm(inputs))
    h = GatedDense(32, dropout=0.2)(h)
    model = keras.Model(inputs, layers.Dense(1)(h))

    total, warmup = args.epochs * steps, 2 * steps
    lr = keras.optimizers.schedules.CosineDecay(
        0.0, decay_steps=total - warmup, warmup_target=args.lr, warmup_steps=warmup
    )
    model.compile(
        optimizer=keras.optimizers.AdamW(lr, weight_decay=1e-3, clipnorm=1.0),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[BalancedAccuracy(), keras.metrics.AUC(from_logits=True, name="auc")],
    )
    args.out.mkdir(parents=True, exist_ok=True)
    best = str(args.out / "best.keras")
    keep = keras.callbacks.ModelCheckpoint(best, monitor="val_auc", mode="max", save_best_only=True)
    model.fit(
        train,
        steps_per_epoch=steps,
        epochs=args.epochs,
        validation_data=valid,
        class_weight=class_weight,
        callbacks=[keep],
        verbose=2,
    )
    final = keras.models.load_model(best).evaluate(test, verbose=0, return_dict=True)
    print("test:", {k: round(float(v), 4) for k, v in final.items()})


if __name__ == "__main__":
    main(get_args())
