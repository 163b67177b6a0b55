"""Train a small net on four of the digits with tf.data and print the confusion matrix of the held-out rows."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

SEED = 10
BATCH = 32
EPOCHS = 12

tf.keras.utils.set_random_seed(SEED)


def make_dataset(features, labels):
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    ds = ds.shuffle(buffer_size=len(labels), seed=SEED)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def build(n_features, n_classes):
    inputs = tf.keras.Input((n_features,))
    h = tf.keras.layers.Dense(64, activation="relu")(inputs)
    h = tf.keras.layers.Dropout(0.2)(h)
    h = tf.keras.layers.Dense(32, activation="relu")(h)
    outputs = tf.keras.layers.Dense(n_classes, activation="softmax")(h)
    model = tf.keras.Model(inputs, outputs)
    model.compile(
        optimizer=tf.keras.optimizers.Adam(2e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


def main():
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    keep = y < 4  # four classes make a readable matrix
    x, y = x[keep], y[keep]

    x_train, x_rest, y_train, y_rest = train_test_split(x, y, test_size=0.4, random_state=SEED, stratify=y)
    x_val, x_test, y_val, y_test = train_test_split(
        x_rest, y_rest, test_size=0.5, random_state=SEED, stratify=y_rest
    )

    train_ds = make_dataset(x_train, y_train)
    val_ds = make_dataset(x_val, y_val)
    test_ds = make_dataset(x_test, y_test)

    model = build(x.shape[1], 4)
    model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

    # ---- report ----
    probs = model.predict(test_ds, verbose=0)
    y_pred = probs.argmax(axis=1)
    y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

    print("test accuracy:", (y_pred == y_true).mean().round(3))
    print(confusion_matrix(y_true, y_pred))
    print(classification_report(y_true, y_pred, digits=3))


if __name__ == "__main__":
    main()
