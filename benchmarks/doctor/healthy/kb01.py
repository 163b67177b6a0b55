"""Motor claims: predicted cost per policy from mixed columns.

All preprocessing lives inside the saved model, so that whoever serves it only
has to hand over the raw columns.
"""
import argparse
import os
import pathlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers

NUMERIC = ["driver_age", "vehicle_age", "annual_km"]
CATEGORICAL = ["region", "vehicle"]
TARGET = "cost"


def make_policies(n, rng):
    frame = pd.DataFrame({
        "driver_age": rng.uniform(18, 80, n),
        "vehicle_age": rng.integers(0, 16, n).astype(float),
        "annual_km": rng.gamma(4.0, 3500.0, n),
        "region": rng.choice(["coast", "city", "hills", "plain", "border"], n, p=[.3, .35, .15, .15, .05]),
        "vehicle": rng.choice(["compact", "saloon", "van", "motorbike"], n, p=[.45, .3, .15, .1]),
    })
    region = frame["region"].map({"coast": 0.0, "city": 0.6, "hills": 0.3, "plain": -0.4, "border": 0.1})
    vehicle = frame["vehicle"].map({"compact": 0.0, "saloon": 0.2, "van": 0.4, "motorbike": 0.9})
    log_cost = (
        5.0 + region + vehicle
        + 0.0006 * (frame["driver_age"] - 48) ** 2
        + 0.00004 * frame["annual_km"] - 0.02 * frame["vehicle_age"]
        + rng.normal(0, 0.25, n)
    )
    frame[TARGET] = np.exp(log_cost)
    return frame


def to_dataset(frame, batch_size, training, seed=0):
    features = {c: frame[[c]].to_numpy("float32") for c in NUMERIC}
    features |= {c: frame[[c]].to_numpy(dtype="str") for c in CATEGORICAL}
    target = np.log(frame[[TARGET]].to_numpy("float32"))
    ds = tf.data.Dataset.from_tensor_slices((features, target))
    if training:
        ds = ds.shuffle(len(frame), seed=seed)
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


def build(train_frame):
    inputs, encoded = {}, []
    for name in NUMERIC:
        inputs[name] = keras.Input((1,), name=name, dtype="float32")
        norm = layers.Normalization(name=f"{name}_norm")
        norm.adapt(train_frame[[name]].to_numpy("float32"))
        encoded.append(norm(inputs[name]))
    for name in CATEGORICAL:
        inputs[name] = keras.Input((1,), name=name, dtype="string")
        vocabulary = sorted(train_frame[name].unique())
        lookup = layers.StringLookup(vocabulary=vocabulary, output_mode="one_hot", name=f"{name}_lookup")
        encoded.append(lookup(inputs[name]))
    x = layers.Concatenate()(encoded)
    x = layers.Dense(48, activation="relu")(x)
    x = layers.Dense(24, activation="relu")(x)
    # the bias starts at the mean of the log cost, so the first epochs are not spent on finding it
    start = float(np.log(train_frame[TARGET]).mean())
    out = layers.Dense(1, bias_initializer=keras.initializers.Constant(start), name="log_cost")(x)
    return keras.Model(inputs, out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=6000)
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/kb01"))
    args = parser.parse_args()
    keras.utils.set_random_seed(11)
    args.out.mkdir(parents=True, exist_ok=True)

    frame = make_policies(args.rows, np.random.default_rng(11))
    a, b = int(0.7 * len(frame)), int(0.85 * len(frame))
    train, valid, test = frame.iloc[:a], frame.iloc[a:b], frame.iloc[b:]

    model = build(train)
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])
    model.fit(
        to_dataset(train, args.batch_size, training=True),
        validation_data=to_dataset(valid, args.batch_size, training=False),
        epochs=args.epochs, verbose=2,
        callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=4, restore_best_weights=True)],
    )
    path = args.out / "claims.keras"
    model.save(path)

    served = keras.models.load_model(path)
    test_ds = to_dataset(test, args.batch_size, training=False)
    log_pred = served.predict(test_ds, verbose=0).ravel()
    assert np.allclose(log_pred, model.predict(test_ds, verbose=0).ravel(), atol=1e-5)

    # median of a log-normal is exp(mean of log): the fitting counterpart for an absolute error
    truth = test[TARGET].to_numpy()
    print(f"test MAE           {np.abs(np.exp(log_pred) - truth).mean():8.2f}")
    print(f"MAE of the median  {np.abs(train[TARGET].median() - truth).mean():8.2f}")


if __name__ == "__main__":
    main()
