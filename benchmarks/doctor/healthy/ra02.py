# Breast cancer: malignant or benign with a small dense network
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

import keras
from keras.layers import Dense, Dropout, Input
from keras.models import Sequential

keras.utils.set_random_seed(7)


def load_data():
    X, y = load_breast_cancer(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=7, stratify=y)
    scaler = StandardScaler()
    X_train = scaler.fit_transform(X_train)
    X_test = scaler.transform(X_test)
    return X_train, X_test, y_train, y_test


def build_model(n_features):
    model = Sequential()
    model.add(Input(shape=(n_features,)))
    model.add(Dense(32, activation="relu"))
    model.add(Dropout(0.3))
    model.add(Dense(16, activation="relu"))
    model.add(Dense(1, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    return model


def main():
    X_train, X_test, y_train, y_test = load_data()
    print("train", X_train.shape, "positive share", y_train.mean())
    model = build_model(X_train.shape[1])
    early = keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
    history = model.fit(
        X_train,
        y_train,
        validation_split=0.15,
        epochs=30,
        batch_size=16,
        callbacks=[early],
        verbose=2,
    )
    print("best val accuracy:", max(history.history["val_accuracy"]))

    loss, acc = model.evaluate(X_test, y_test, verbose=0)
    print("test loss", loss, "test accuracy", acc)
    y_pred = (model.predict(X_test, verbose=0) > 0.5).astype(int).ravel()
    print(confusion_matrix(y_test, y_pred))
    print(np.round(model.predict(X_test[:8], verbose=0).ravel(), 3))


if __name__ == "__main__":
    main()
