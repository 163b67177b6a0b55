"""Tabular churn: CSV -> tf.data of dicts -> lookup/normalisation layers in the model -> exported, reloaded, checked."""
import csv
import os
import shutil

import keras
import numpy as np
import tensorflow as tf
from sklearn.metrics import average_precision_score, roc_auc_score

OUT = "out/mb07"
CATEGORICAL = ["plan", "city"]
NUMERIC = ["months", "calls", "fee"]


def write_csv(path, n, seed):
    rng = np.random.default_rng(seed)
    with open(path, "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(CATEGORICAL + NUMERIC + ["left"])
        for _ in range(n):
            plan = rng.choice(["basic", "plus", "family"], p=[0.5, 0.3, 0.2])
            city = rng.choice(["Lund", "Malmo", "Ystad", "Kivik"], p=[0.4, 0.4, 0.17, 0.03])
            months, calls, fee = rng.integers(1, 72), rng.poisson(2), rng.gamma(4.0, 8.0)
            score = 0.6 - 0.05 * months + 0.5 * calls + 0.02 * fee
            score += {"basic": 0.5, "plus": 0.0, "family": -1.0}[str(plan)] + (0.8 if city == "Ystad" else 0.0)
            left = int(rng.random() < 1 / (1 + np.exp(-(score - 1.2))))
            w.writerow([plan, city, months, calls, f"{fee:.2f}", left])


def read_csv(path):
    with open(path, newline="") as f:
        rows = list(csv.DictReader(f))
    x = {c: np.array([r[c] for r in rows], dtype=object) for c in CATEGORICAL}
    x |= {c: np.array([[float(r[c])] for r in rows], dtype="float32") for c in NUMERIC}
    y = np.array([[float(r["left"])] for r in rows], dtype="float32")
    return x, y


def dataset(x, y, training=False):
    ds = tf.data.Dataset.from_tensor_slices(({k: tf.constant(v.tolist()) for k, v in x.items()}, y))
    if training:
        ds = ds.shuffle(len(y), seed=4)
    return ds.batch(128).prefetch(1)


def build(x_train):
    inputs, pieces = {}, []
    for c in CATEGORICAL:
        inputs[c] = keras.Input((), dtype="string", name=c)
        # vocabulary of the training rows; whatever is new later falls into the OOV slot
        lookup = keras.layers.StringLookup(vocabulary=sorted(set(x_train[c])), output_mode="int")
        emb = keras.layers.Embedding(lookup.vocabulary_size(), 3, name=f"{c}_emb")
        pieces.append(emb(lookup(inputs[c])))
    for c in NUMERIC:
        inputs[c] = keras.Input((1,), name=c)
        norm = keras.layers.Normalization(name=f"{c}_norm")
        norm.adapt(x_train[c])
        pieces.append(norm(inputs[c]))
    h = keras.layers.Concatenate()(pieces)
    h = keras.layers.Dense(32, activation="relu")(h)
    h = keras.layers.Dropout(0.2)(h)
    return keras.Model(inputs, keras.layers.Dense(1, activation="sigmoid")(h))


def main():
    keras.utils.set_random_seed(17)
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    for seed, (name, n) in enumerate({"train": 3000, "val": 800, "test": 1000}.items()):
        write_csv(f"{OUT}/{name}.csv", n, seed)
    (x, y), (xv, yv), (xt, yt) = (read_csv(f"{OUT}/{s}.csv") for s in ("train", "val", "test"))

    model = build(x)
    model.compile(
        optimizer=keras.optimizers.AdamW(3e-3, weight_decay=1e-3),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.AUC(name="auc")],
    )
    stop = keras.callbacks.EarlyStopping(monitor="val_auc", mode="max", patience=4, restore_best_weights=True)
    model.fit(dataset(x, y, training=True), validation_data=dataset(xv, yv), epochs=25, callbacks=[stop], verbose=2)

    model.export(f"{OUT}/served", verbose=False)
    served = tf.saved_model.load(f"{OUT}/served")
    feed = {k: tf.constant(v.tolist()) for k, v in xt.items()}
    probs = served.serve(feed).numpy().ravel()
    np.testing.assert_allclose(probs, model.predict(dataset(xt, yt), verbose=0).ravel(), atol=1e-5)

    truth = yt.ravel()
    print(f"test ROC AUC {roc_auc_score(truth, probs):.3f} (chance 0.5)")
    print(f"test average precision {average_precision_score(truth, probs):.3f} (share of leavers {truth.mean():.3f})")


if __name__ == "__main__":
    main()
