import argparse
import os

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers


def rmse(y_true, y_pred):
    return tf.sqrt(tf.reduce_mean(tf.square(y_true - y_pred)))


def get_data():
    X, y = load_diabetes(return_X_y=True)
    X = X / X.std(axis=0)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=0)
    mean, std = y_train.mean(), y_train.std()
    return X_train, X_test, (y_train - mean) / std, (y_test - mean) / std, mean, std


def train(args):
    X_train, _, y_train, _, _, _ = get_data()
    model = keras.Sequential([
        layers.Input((X_train.shape[1],)),
        layers.Dense(16, activation="relu", kernel_regularizer=keras.regularizers.l2(1e-3)),
        layers.Dropout(0.1),
        layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.Adam(args.lr), loss=rmse, metrics=["mae"])
    stop = keras.callbacks.EarlyStopping(patience=10, restore_best_weights=True)
    model.fit(X_train, y_train.reshape(-1, 1), validation_split=0.15, epochs=args.epochs,
              batch_size=32, callbacks=[stop], verbose=2)
    os.makedirs(os.path.dirname(args.model), exist_ok=True)
    model.save(args.model)
    print("saved to", args.model)


def test(args):
    _, X_test, _, y_test, mean, std = get_data()
    model = keras.models.load_model(args.model)
    model.summary()
    pred = model.predict(X_test, verbose=0).ravel() * std + mean
    true = y_test * std + mean
    print("MAE", round(mean_absolute_error(true, pred), 2), " R2", round(r2_score(true, pred), 3))
    print("MAE of the mean", round(float(np.abs(true - mean).mean()), 2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="out/ra08/diabetes.keras")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--lr", type=float, default=0.005)
    args = parser.parse_args()
    keras.utils.set_random_seed(0)
    train(args)
    test(args)
