"""Benign or malignant? First try with Keras on the breast cancer table."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(7)

# --- data -------------------------------------------------------------------
cancer = load_breast_cancer()
X, y = cancer.data.astype("float32"), cancer.target
print("rows:", X.shape[0], "columns:", X.shape[1], "share of ones:", y.mean().round(3))

X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=7)
X_train, X_val, y_train, y_val = train_test_split(
    X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=7
)

scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_val = scaler.transform(X_val)
X_test = scaler.transform(X_test)

# --- model ------------------------------------------------------------------
model = keras.Sequential(
    [
        keras.Input(shape=(X_train.shape[1],)),
        layers.Dense(32, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(16, activation="relu"),
        layers.Dense(1, activation="softmax"),
    ]
)
model.summary()

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy"],
)

# --- training ---------------------------------------------------------------
history = model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=25,
    batch_size=32,
    verbose=2,
)

# --- result -----------------------------------------------------------------
loss, acc = model.evaluate(X_test, y_test, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")

probs = model.predict(X_test, verbose=0).ravel()
pred = (probs > 0.5).astype(int)
for cls, name in enumerate(cancer.target_names):
    print(f"{name:10s} true {np.sum(y_test == cls):3d}  predicted {np.sum(pred == cls):3d}")
