"""SGD with momentum against Adam - a fair comparison.

"Fair" means: the same initial weights, the same number of epochs, and each optimiser gets its own
learning rate, tuned over a grid on validation rows. Only the two winners see the test rows.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)

x, y = load_breast_cancer(return_X_y=True)
y = y.astype("float32").reshape(-1, 1)          # a column, like the output
x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=150, stratify=y, random_state=0)
x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=119, stratify=y_rest, random_state=0)

normalize = keras.layers.Normalization(axis=-1)
normalize.adapt(x_train)
to32 = lambda a: np.asarray(normalize(a.astype("float32")))
x_train, x_val, x_test = map(to32, (x_train, x_val, x_test))


def build():
    return keras.Sequential([
        keras.Input((x_train.shape[1],)),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(16, activation="relu"),
        keras.layers.Dense(1),
    ])


start = build().get_weights()
factories = {
    "sgd": (lambda lr: keras.optimizers.SGD(lr, momentum=0.9), [1e-3, 1e-2, 1e-1]),
    "adam": (lambda lr: keras.optimizers.Adam(lr), [3e-4, 1e-3, 1e-2]),
}

winners = {}
for name, (make, grid) in factories.items():
    for lr in grid:
        model = build()
        model.set_weights(start)
        model.compile(
            optimizer=make(lr),
            loss=keras.losses.BinaryCrossentropy(from_logits=True),
            metrics=[keras.metrics.BinaryAccuracy(name="acc", threshold=0.0)],   # logits: cut at 0
        )
        stop = keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=40, restore_best_weights=True)
        hist = model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=40, batch_size=32,
                         callbacks=[stop], verbose=0).history
        # patience equals the number of epochs: nobody stops early, the best epoch is restored
        best = float(np.min(hist["val_loss"]))
        print(f"{name:5s} lr {lr:<7g} best validation loss {best:.4f} in epoch {int(np.argmin(hist['val_loss'])) + 1:2d}"
              f"   last training loss {hist['loss'][-1]:.4f}")
        if name not in winners or best < winners[name][0]:
            winners[name] = (best, lr, model)

print()
majority = int(np.mean(y_train) > 0.5)
print(f"majority class: test accuracy {np.mean(y_test == majority):.3f}")
for name, (_, lr, model) in winners.items():
    loss, acc = model.evaluate(x_test, y_test, batch_size=150, verbose=0)
    auc = roc_auc_score(y_test[:, 0], model.predict(x_test, verbose=0)[:, 0])
    print(f"{name:5s} (lr {lr:g}): test loss {loss:.4f}, accuracy {acc:.3f}, auc {auc:.4f}")

# are the two winners different at all? count the rows on which only one of them is right
right = {k: (m.predict(x_test, verbose=0)[:, 0] > 0) == (y_test[:, 0] == 1) for k, (_, _, m) in winners.items()}
only_sgd = int(np.sum(right["sgd"] & ~right["adam"]))
only_adam = int(np.sum(right["adam"] & ~right["sgd"]))
print(f"right only with sgd: {only_sgd}, only with adam: {only_adam} of {len(y_test)} test rows")
