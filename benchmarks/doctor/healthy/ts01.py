"""Compare a few MLP configurations on the digits data, then retrain the winner and test it once."""
import itertools

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(42)

X, y = load_digits(return_X_y=True)
X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_dev, y_dev, test_size=0.25, stratify=y_dev, random_state=0)

GRID = {"units": [16, 64], "lr": [2e-3, 1e-2]}
DROPOUT = 0.1


def make_model(units, lr):
    model = tf.keras.Sequential([
        tf.keras.Input(shape=(64,)),
        tf.keras.layers.Dense(units, activation="relu"),
        tf.keras.layers.Dropout(DROPOUT),
        tf.keras.layers.Dense(10, activation="softmax"),
    ])
    model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=lr),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


scaler = StandardScaler().fit(X_train)
results = []
for values in itertools.product(*GRID.values()):
    params = dict(zip(GRID, values))
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(42)
    model = make_model(**params)
    hist = model.fit(
        scaler.transform(X_train), y_train,
        validation_data=(scaler.transform(X_val), y_val),
        epochs=15, batch_size=64, verbose=0,
    ).history
    best_epoch = int(np.argmin(hist["val_loss"]))
    results.append((hist["val_loss"][best_epoch], hist["val_accuracy"][best_epoch], best_epoch + 1, params))
    print(f"{params}  val_loss={results[-1][0]:.4f}  val_acc={results[-1][1]:.4f}  epoch={best_epoch + 1}")

_, _, n_epochs, best = min(results, key=lambda r: r[0])
print("selected:", best, "for", n_epochs, "epochs")

# refit on train + validation with the number of epochs found above; the test set is touched only here
scaler = StandardScaler().fit(X_dev)
tf.keras.utils.set_random_seed(42)
final = make_model(**best)
final.fit(scaler.transform(X_dev), y_dev, epochs=n_epochs, batch_size=64, verbose=0)
loss, acc = final.evaluate(scaler.transform(X_test), y_test, verbose=0)
print(f"test loss {loss:.4f}, test accuracy {acc:.4f}")
