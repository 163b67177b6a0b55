"""Tumour triage: train the network, store it, then score the incoming patients."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
from pathlib import Path

import keras
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

OUT = Path("out/gc12")
MODEL_FILE = OUT / "triage.keras"


def split_data():
    data = load_breast_cancer()
    x = data.data.astype("float32")
    y = (data.target == 0).astype("float32")  # 1 = malignant
    x_fit, x_new, y_fit, y_new = train_test_split(x, y, test_size=0.2, stratify=y, random_state=8)
    x_train, x_val, y_train, y_val = train_test_split(
        x_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=8
    )
    return x_train, y_train, x_val, y_val, x_new, y_new


def train(x_train, y_train, x_val, y_val):
    scaler = StandardScaler()
    x_train = scaler.fit_transform(x_train)
    x_val = scaler.transform(x_val)

    model = keras.Sequential(
        [
            keras.Input(shape=(x_train.shape[1],)),
            keras.layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
            keras.layers.Dropout(0.2),
            keras.layers.Dense(16, activation="relu"),
            keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="binary_crossentropy", metrics=["accuracy"])
    OUT.mkdir(parents=True, exist_ok=True)
    model.fit(
        x_train,
        y_train,
        validation_data=(x_val, y_val),
        epochs=40,
        batch_size=32,
        callbacks=[
            keras.callbacks.ModelCheckpoint(str(MODEL_FILE), monitor="val_loss", save_best_only=True),
        ],
        verbose=0,
    )
    best = keras.models.load_model(MODEL_FILE)
    _, val_acc = best.evaluate(x_val, y_val, verbose=0)
    print(f"validation accuracy: {val_acc:.3f}")


def score_patients(x_new):
    model = keras.models.load_model(MODEL_FILE)
    prob = model.predict(x_new, batch_size=64, verbose=0).ravel()
    return prob, (prob >= 0.5).astype("float32")


def main():
    keras.utils.set_random_seed(8)
    x_train, y_train, x_val, y_val, x_new, y_new = split_data()
    train(x_train, y_train, x_val, y_val)

    prob, flagged = score_patients(x_new)
    print(f"{int(flagged.sum())} of {len(x_new)} new patients flagged as malignant")
    print(f"accuracy on the new patients: {np.mean(flagged == y_new):.3f}")
    np.savetxt(OUT / "scores.txt", prob, fmt="%.4f")


if __name__ == "__main__":
    main()
