# Handwritten digits, small dense net
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)

digits = load_digits()
X = digits.images.astype("float32") / 16.0
X = X.reshape(len(X), -1)
y = digits.target.astype("int64")
n_classes = len(np.unique(y))

X_train, X_rest, y_train, y_rest = train_test_split(
    X, y, test_size=0.3, stratify=y, random_state=7
)
X_val, X_test, y_val, y_test = train_test_split(
    X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=7
)
print("train", X_train.shape, y_train.shape)
print("val  ", X_val.shape, y_val.shape)


def make_net(width=96, drop=0.2):
    net = keras.Sequential(
        [
            keras.Input(shape=(X.shape[1],)),
            layers.Dense(width, activation="relu"),
            layers.Dropout(drop),
            layers.Dense(width // 2, activation="relu"),
            layers.Dense(n_classes, activation="softmax"),
        ],
        name="digits",
    )
    net.compile(
        optimizer=keras.optimizers.Adam(learning_rate=2e-3),
        loss="categorical_crossentropy",
        metrics=["accuracy"],
    )
    return net


net = make_net()
net.summary()

stopper = keras.callbacks.EarlyStopping(
    monitor="val_loss", patience=4, restore_best_weights=True
)
history = net.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=30,
    batch_size=64,
    callbacks=[stopper],
    verbose=2,
)

loss, acc = net.evaluate(X_test, y_test, verbose=0)
print(f"test loss {loss:.3f}  accuracy {acc:.3f}")
print("epochs run:", len(history.history["loss"]))
