import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow import keras

keras.utils.set_random_seed(1)


class F1Loss(keras.losses.Loss):
    """1 - F1 over the batch: we are judged on F1, so train on it."""

    def __init__(self, threshold=0.5, eps=1e-6, name="f1_loss"):
        super().__init__(name=name, reduction=None)
        self.threshold = threshold
        self.eps = eps

    def call(self, y_true, y_pred):
        y_true = tf.cast(y_true, tf.float32)
        hits = tf.cast(y_pred > self.threshold, tf.float32)
        tp = tf.reduce_sum(y_true * hits)
        fp = tf.reduce_sum((1.0 - y_true) * hits)
        fn = tf.reduce_sum(y_true * (1.0 - hits))
        f1 = 2.0 * tp / (2.0 * tp + fp + fn + self.eps)
        return 1.0 - f1


def load():
    X, y = load_breast_cancer(return_X_y=True)
    y = 1 - y  # malignant is the positive class
    X_tr, X_te, y_tr, y_te = train_test_split(
        X, y, test_size=0.2, stratify=y, random_state=1
    )
    X_tr, X_va, y_tr, y_va = train_test_split(
        X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=1
    )
    sc = StandardScaler().fit(X_tr)
    parts = [(X_tr, y_tr), (X_va, y_va), (X_te, y_te)]
    return [
        (sc.transform(a).astype("float32"), b.reshape(-1, 1).astype("float32"))
        for a, b in parts
    ]


(train_x, train_y), (val_x, val_y), (test_x, test_y) = load()

net = keras.Sequential(
    [
        keras.Input((train_x.shape[1],)),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(16, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ]
)
net.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=F1Loss(),
    metrics=[keras.metrics.BinaryAccuracy(name="acc")],
)
net.fit(
    train_x,
    train_y,
    validation_data=(val_x, val_y),
    batch_size=64,
    epochs=30,
    verbose=2,
)

pred = (net.predict(test_x, verbose=0) > 0.5).astype(int)
print("test F1:", round(f1_score(test_y.ravel().astype(int), pred.ravel()), 4))
