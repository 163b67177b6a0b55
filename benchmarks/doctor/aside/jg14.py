"""Wine cultivars with a small dense network; the best weights are kept on disk."""
import os

import keras
import numpy as np
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

OUT = "out/JG14"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(2)


def get_data():
    x, y = load_wine(return_X_y=True)
    x = x.astype("float32")
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=2)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.25, stratify=y_tr, random_state=2)
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def build(x_train):
    norm = keras.layers.Normalization()
    norm.adapt(x_train)
    net = keras.Sequential([
        keras.Input((x_train.shape[1],)),
        norm,
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(3, activation="softmax"),
    ])
    net.compile(
        optimizer=keras.optimizers.Adam(3e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return net


train, valid, test = get_data()
net = build(train[0])
net.summary()

best = os.path.join(OUT, "best_weights.h5")
callbacks = [
    keras.callbacks.ModelCheckpoint(
        best,
        monitor="val_loss",
        save_best_only=True,
        save_weights_only=True,
    ),
    keras.callbacks.EarlyStopping(monitor="val_loss", patience=10),
]

history = net.fit(
    *train,
    validation_data=valid,
    batch_size=16,
    epochs=60,
    callbacks=callbacks,
    verbose=2,
)
print("best epoch:", int(np.argmin(history.history["val_loss"])) + 1)

net.load_weights(best)
loss, acc = net.evaluate(*test, verbose=0)
print(f"test: loss {loss:.3f}, accuracy {acc:.3f}")
