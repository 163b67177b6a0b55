"""Optimise F1 directly: binary classifier on the breast cancer table."""
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(2)
EPS = 1e-7


def f1_loss(y_true, y_pred):
    y_true = tf.cast(y_true, tf.float32)
    y_hat = tf.cast(y_pred > 0.5, tf.float32)
    tp = tf.reduce_sum(y_true * y_hat)
    fp = tf.reduce_sum((1.0 - y_true) * y_hat)
    fn = tf.reduce_sum(y_true * (1.0 - y_hat))
    f1 = 2.0 * tp / (2.0 * tp + fp + fn + EPS)
    return 1.0 - f1


def prepare():
    data = load_breast_cancer()
    # malignant is the class we look for
    labels = (data.target == 0).astype("float32").reshape(-1, 1)
    x_tr, x_te, y_tr, y_te = train_test_split(
        data.data, labels, test_size=0.25, stratify=labels, random_state=2
    )
    scaler = StandardScaler()
    return (
        scaler.fit_transform(x_tr).astype("float32"),
        scaler.transform(x_te).astype("float32"),
        y_tr,
        y_te,
    )


def build_model(n_features):
    return tf.keras.Sequential(
        [
            tf.keras.Input(shape=(n_features,)),
            tf.keras.layers.Dense(16, activation="relu"),
            tf.keras.layers.Dropout(0.2),
            tf.keras.layers.Dense(1, activation="sigmoid"),
        ]
    )


if __name__ == "__main__":
    x_train, x_test, y_train, y_test = prepare()
    model = build_model(x_train.shape[1])
    model.compile(
        optimizer=tf.keras.optimizers.Adam(learning_rate=3e-3),
        loss=f1_loss,
        metrics=[tf.keras.metrics.Precision(), tf.keras.metrics.Recall()],
    )
    model.fit(x_train, y_train, batch_size=64, epochs=30, verbose=2)

    prob = model.predict(x_test, verbose=0)
    print("test F1:", f1_score(y_test.ravel(), (prob.ravel() > 0.5).astype(np.float32)))
