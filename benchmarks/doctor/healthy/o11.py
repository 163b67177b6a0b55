# Random search over learning rate, batch size, dropout and activation.
# One base model; each trial is a clone of it (fresh weights, some layers changed on the way).
import itertools
import json
import os
import random

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

OUT = "outputs/o11"
os.makedirs(OUT, exist_ok=True)

X, y = make_friedman1(n_samples=1500, n_features=10, noise=1.0, random_state=8)
X, y = X.astype("float32"), y.astype("float32")[:, None]
X_work, X_test, y_work, y_test = train_test_split(X, y, test_size=0.25, random_state=8)
X_fit, X_dev, y_fit, y_dev = train_test_split(X_work, y_work, test_size=0.2, random_state=8)

sx, sy = StandardScaler().fit(X_fit), StandardScaler().fit(y_fit)
X_fit, X_dev, X_test = sx.transform(X_fit), sx.transform(X_dev), sx.transform(X_test)
y_fit_s, y_dev_s = sy.transform(y_fit), sy.transform(y_dev)

base = tf.keras.Sequential([
    tf.keras.Input(shape=(10,)),
    tf.keras.layers.Dense(64, activation="relu", name="hidden_1"),
    tf.keras.layers.Dropout(0.1, name="drop_1"),
    tf.keras.layers.Dense(64, activation="relu", name="hidden_2"),
    tf.keras.layers.Dropout(0.1, name="drop_2"),
    tf.keras.layers.Dense(1, name="y"),
])


def variant(params):
    def change(layer):
        config = layer.get_config()
        if isinstance(layer, tf.keras.layers.Dropout):
            config["rate"] = params["dropout"]
        elif layer.name.startswith("hidden"):
            config["activation"] = params["activation"]
        return layer.__class__.from_config(config)

    return tf.keras.models.clone_model(base, clone_function=change)


def r2(model, X, y):
    """In the original units."""
    pred = sy.inverse_transform(model.predict(X, verbose=0))
    return 1.0 - float(np.sum((y - pred) ** 2) / np.sum((y - y.mean()) ** 2))


grid = [
    dict(zip(("lr", "batch", "dropout", "activation"), values))
    for values in itertools.product((1e-3, 3e-3), (32, 64), (0.0, 0.1), ("relu", "swish"))
]
random.seed(8)
trials = []
for number, params in enumerate(random.sample(grid, 4)):
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(100 + number)
    model = variant(params)
    model.compile(optimizer=tf.keras.optimizers.Adam(params["lr"]), loss="mse")
    stopper = tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
    log = model.fit(
        X_fit, y_fit_s, validation_data=(X_dev, y_dev_s), epochs=35, batch_size=params["batch"],
        callbacks=[stopper], verbose=0,
    )
    dev = min(log.history["val_loss"])
    trials.append({**params, "dev_mse": dev, "epochs": len(log.history["loss"]), "weights": model.get_weights()})
    print(f"trial {number}: {params} -> dev mse {dev:.4f} after {trials[-1]['epochs']} epochs")

trials.sort(key=lambda t: t["dev_mse"])
winner = trials[0]
best = variant(winner)
best.set_weights(winner.pop("weights"))
for t in trials[1:]:
    del t["weights"]
with open(f"{OUT}/trials.json", "w") as f:
    json.dump(trials, f, indent=2)
best.save(f"{OUT}/best.keras")
print("winner:", winner)
print(f"R2 on dev {r2(best, X_dev, y_dev):.3f}; on the untouched test rows {r2(best, X_test, y_test):.3f} (mean: 0)")
