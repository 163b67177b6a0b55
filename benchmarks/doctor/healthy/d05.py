"""Customer churn from a table, with keras.utils.FeatureSpace doing the preprocessing.

The table is simulated: contract, payment, region, tenure, monthly charge, support calls, age.  About one
customer in five leaves, so the classes are weighted and the model is judged by the area under the ROC curve.
"""
import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import json
import tempfile

import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers
from keras.utils import FeatureSpace

SETTINGS = {
    "seed": 42,
    "rows": 4000,
    "batch_size": 64,
    "epochs": 25,
    "learning_rate": 2e-3,
    "hidden": [48, 24],
    "dropout": 0.2,
}


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    contract = rng.choice(["monthly", "one_year", "two_years"], n, p=[0.55, 0.25, 0.20])
    payment = rng.choice(["card", "transfer", "check"], n)
    region = rng.choice(["north", "south", "east", "west"], n)
    tenure = rng.gamma(2.0, 14.0, n).clip(0, 90).round()
    charge = rng.normal(62, 18, n).clip(15, 130).round(2)
    calls = rng.poisson(1.2, n)
    age = rng.integers(18, 85, n)
    logit = (
        -3.5
        + 1.3 * (contract == "monthly")
        - 1.2 * (contract == "two_years")
        + 0.9 * (payment == "check") * (contract == "monthly")
        + 0.03 * (charge - 62)
        - 0.035 * (tenure - 28)
        + 0.65 * calls
        + 0.8 * (age < 30)
    )
    churned = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype("int32")
    return pd.DataFrame(
        {
            "contract": contract,
            "payment": payment,
            "region": region,
            "tenure": tenure.astype("float32"),
            "charge": charge.astype("float32"),
            "calls": calls.astype("int64"),
            "age": age.astype("float32"),
            "churned": churned,
        }
    )


def to_dataset(frame, shuffle=False):
    frame = frame.copy()
    target = frame.pop("churned").to_numpy()
    columns = {
        name: column.to_numpy(dtype=str) if column.dtype.kind not in "if" else column.to_numpy()
        for name, column in frame.items()
    }
    ds = tf.data.Dataset.from_tensor_slices((columns, target))
    if shuffle:
        ds = ds.shuffle(len(frame), seed=SETTINGS["seed"])
    return ds.batch(SETTINGS["batch_size"])


def build_head(encoded):
    x = encoded
    for units in SETTINGS["hidden"]:
        x = layers.Dense(units, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4))(x)
        x = layers.Dropout(SETTINGS["dropout"])(x)
    return layers.Dense(1, activation="sigmoid", name="churn")(x)


if __name__ == "__main__":
    keras.utils.set_random_seed(SETTINGS["seed"])

    table = simulate(SETTINGS["rows"], SETTINGS["seed"]).sample(frac=1.0, random_state=SETTINGS["seed"])
    n = len(table)
    train, valid, test = table[: int(0.7 * n)], table[int(0.7 * n) : int(0.85 * n)], table[int(0.85 * n) :]
    print(f"{len(train)} train, {len(valid)} validation, {len(test)} test, churn rate {train.churned.mean():.3f}")

    train_ds, valid_ds, test_ds = to_dataset(train, shuffle=True), to_dataset(valid), to_dataset(test)

    space = FeatureSpace(
        features={
            "contract": FeatureSpace.string_categorical(num_oov_indices=0, output_mode="one_hot"),
            "payment": FeatureSpace.string_categorical(num_oov_indices=0, output_mode="one_hot"),
            "region": FeatureSpace.string_categorical(num_oov_indices=1, output_mode="one_hot"),
            "tenure": FeatureSpace.float_normalized(),
            "charge": FeatureSpace.float_normalized(),
            "calls": FeatureSpace.integer_categorical(num_oov_indices=1, output_mode="one_hot"),
            "age": FeatureSpace.float_discretized(num_bins=8, output_mode="one_hot"),
        },
        crosses=[FeatureSpace.cross(("contract", "payment"), crossing_dim=16, output_mode="one_hot")],
        output_mode="concat",
    )
    space.adapt(train_ds.map(lambda x, _: x))  # statistics and vocabularies from the training rows only

    def encode(ds):
        return ds.map(lambda x, y: (space(x), y), num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)

    encoded = space.get_encoded_features()
    training_model = keras.Model(encoded, build_head(encoded))
    training_model.compile(
        optimizer=keras.optimizers.Adam(SETTINGS["learning_rate"]),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.AUC(name="auc"), keras.metrics.AUC(name="pr_auc", curve="PR")],
    )

    positives = float(train.churned.mean())
    weights = {0: 0.5 / (1 - positives), 1: 0.5 / positives}
    training_model.fit(
        encode(train_ds),
        validation_data=encode(valid_ds),
        epochs=SETTINGS["epochs"],
        class_weight=weights,
        callbacks=[
            keras.callbacks.EarlyStopping("val_auc", mode="max", patience=5, restore_best_weights=True, verbose=1)
        ],
        verbose=2,
    )

    # One model from raw columns to the probability, for whoever has to call it
    inputs = space.get_inputs()
    inference = keras.Model(inputs, training_model(encoded))
    customer = {"contract": "monthly", "payment": "check", "region": "north", "tenure": 2.0,
                "charge": 95.0, "calls": 4, "age": 24.0}
    risk = inference.predict({name: tf.constant([[customer[name]]]) for name in inputs}, verbose=0)
    print(f"a new young customer who calls often: {float(risk[0, 0]):.3f}")

    result = training_model.evaluate(encode(test_ds), return_dict=True, verbose=0)
    path = os.path.join(tempfile.mkdtemp(), "result.json")
    with open(path, "w") as f:
        json.dump({"settings": SETTINGS, "test": {k: float(v) for k, v in result.items()}}, f, indent=2)
    print("written to", path)
    print(f"test ROC AUC {result['auc']:.4f}, PR AUC {result['pr_auc']:.4f} (churn rate {test.churned.mean():.3f})")
