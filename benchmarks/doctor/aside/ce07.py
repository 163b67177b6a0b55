"""Digits with early stopping; the best weights are kept."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
from keras import callbacks, layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

CONFIG = dict(epochs=80, batch_size=128, lr=5e-4, patience=4, seed=42)


def split(seed):
    d = load_digits()
    x = d.data.astype("float32") / 16.0
    x_rest, x_test, y_rest, y_test = train_test_split(x, d.target, test_size=0.2, stratify=d.target, random_state=seed)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=seed
    )
    return x_train, y_train, x_val, y_val, x_test, y_test


def make_model():
    model = keras.Sequential(name="mlp")
    model.add(keras.Input((64,)))
    model.add(layers.Dense(48, activation="relu"))
    model.add(layers.Dense(48, activation="relu"))
    model.add(layers.Dense(10, activation="softmax"))
    return model


keras.utils.set_random_seed(CONFIG["seed"])
x_train, y_train, x_val, y_val, x_test, y_test = split(CONFIG["seed"])

model = make_model()
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=CONFIG["lr"]),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

stopper = callbacks.EarlyStopping(
    monitor="val_accuracy",
    mode="min",
    patience=CONFIG["patience"],
    restore_best_weights=True,
    verbose=1,
)
log = callbacks.CSVLogger("out/ce07/log.csv")
os.makedirs("out/ce07", exist_ok=True)

history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=CONFIG["epochs"],
    batch_size=CONFIG["batch_size"],
    callbacks=[stopper, log],
    verbose=2,
)
print("epochs run:", len(history.epoch))
test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test accuracy with the best weights: {test_acc:.3f}")
