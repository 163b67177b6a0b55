import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import accuracy_score, classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

SEED = 21
BATCH_SIZE = 32
EPOCHS = 8

tf.keras.utils.set_random_seed(SEED)

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int64")
x_train, x_test, y_train, y_test = train_test_split(
    images, labels, test_size=0.25, random_state=SEED, stratify=labels)

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(2000).batch(BATCH_SIZE)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).shuffle(500).batch(BATCH_SIZE)


def build_model():
    inputs = tf.keras.Input(shape=(8, 8, 1))
    x = tf.keras.layers.Conv2D(16, 3, padding="same", activation="relu")(inputs)
    x = tf.keras.layers.MaxPooling2D()(x)
    x = tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = tf.keras.layers.Flatten()(x)
    x = tf.keras.layers.Dense(64, activation="relu")(x)
    outputs = tf.keras.layers.Dense(10, activation="softmax")(x)
    model = tf.keras.Model(inputs, outputs)
    model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


model = build_model()
model.fit(train_ds, validation_data=test_ds, epochs=EPOCHS, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"evaluate: loss {loss:.4f} accuracy {acc:.4f}")

y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
y_true = np.concatenate([y.numpy() for _, y in test_ds])

print(f"accuracy_score: {accuracy_score(y_true, y_pred):.4f}")
print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, zero_division=0))
