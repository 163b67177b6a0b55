"""Breast cancer: benign or malignant? (Keras, homework 3)"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

SEED = 17


def get_data():
    X, y = load_breast_cancer(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(
        X, y, test_size=0.2, stratify=y, random_state=SEED)
    X_train, X_val, y_train, y_val = train_test_split(
        X_train, y_train, test_size=0.2, stratify=y_train, random_state=SEED)
    sc = StandardScaler()
    X_train = sc.fit_transform(X_train)
    return (X_train, y_train), (sc.transform(X_val), y_val), (sc.transform(X_test), y_test)


def get_model(n_features):
    inputs = keras.Input((n_features,))
    x = layers.Dense(32, activation="relu")(inputs)
    x = layers.Dropout(0.3)(x)
    x = layers.Dense(16, activation="relu")(x)
    outputs = layers.Dense(1, activation="softmax")(x)
    return keras.Model(inputs, outputs)


def main():
    keras.utils.set_random_seed(SEED)
    train, val, test = get_data()
    model = get_model(train[0].shape[1])
    model.compile(optimizer="adam", loss="binary_crossentropy",
                  metrics=[keras.metrics.BinaryAccuracy(name="acc")])
    model.fit(*train, validation_data=val, epochs=30, batch_size=32, verbose=2)

    test_loss, test_acc = model.evaluate(*test, verbose=0)
    print(f"test loss {test_loss:.4f}, test accuracy {test_acc:.4f}")
    pred = (model.predict(test[0], verbose=0).ravel() > 0.5).astype(int)
    print("confusion matrix (rows: truth)")
    print(confusion_matrix(test[1], pred, labels=np.array([0, 1])))


if __name__ == "__main__":
    main()
