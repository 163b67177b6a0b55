#!/usr/bin/env python
"""Adversarial training (FGSM) of a small classifier on the wine data set."""
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

EPS = 0.15
EPOCHS = 40


def load():
    x, y = load_wine(return_X_y=True)
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.3, stratify=y, random_state=5)
    scaler = StandardScaler().fit(x_tr)
    return (
        scaler.transform(x_tr).astype("float32"),
        scaler.transform(x_te).astype("float32"),
        y_tr.astype("int32"),
        y_te.astype("int32"),
    )


def make_model(n_features, n_classes):
    return tf.keras.Sequential(
        [
            tf.keras.Input(shape=(n_features,)),
            tf.keras.layers.Dense(32, activation="tanh"),
            tf.keras.layers.Dropout(0.1),
            tf.keras.layers.Dense(n_classes),
        ]
    )


def fgsm(model, loss_fn, x, y, eps):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=False))
    gradient = tape.gradient(loss, x)
    return x + eps * tf.sign(gradient)


def train_step(model, optimizer, loss_fn, x, y):
    x_adv = tf.stop_gradient(fgsm(model, loss_fn, x, y, EPS))
    with tf.GradientTape() as tape:
        clean = loss_fn(y, model(x, training=True))
        adv = loss_fn(y, model(x_adv, training=True))
        loss = 0.5 * (clean + adv)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def accuracy(model, x, y):
    return float(np.mean(model(x, training=False).numpy().argmax(1) == y))


def main():
    tf.keras.utils.set_random_seed(5)
    x_tr, x_te, y_tr, y_te = load()
    ds = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr), seed=5).batch(16)
    model = make_model(x_tr.shape[1], 3)
    optimizer = tf.keras.optimizers.Adam(3e-3)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for epoch in range(EPOCHS):
        losses = [float(train_step(model, optimizer, loss_fn, x, y)) for x, y in ds]
        if (epoch + 1) % 10 == 0:
            x_hard = fgsm(model, loss_fn, tf.constant(x_te), y_te, EPS)
            print(
                f"epoch {epoch + 1:3d} loss {np.mean(losses):.4f} "
                f"clean {accuracy(model, x_te, y_te):.3f} adversarial {accuracy(model, x_hard, y_te):.3f}"
            )


if __name__ == "__main__":
    main()
