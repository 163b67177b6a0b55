"""Predict whether a customer leaves (synthetic, noisy data) with a tf.data pipeline and Keras."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf

SEED = 2024
ROWS, COLUMNS = 1000, 40
BATCH = 32


def customers():
    rng = np.random.default_rng(SEED)
    x = rng.normal(size=(ROWS, COLUMNS)).astype("float32")
    score = x[:, 0] - 0.8 * x[:, 1] + 0.6 * x[:, 2] * x[:, 3]
    y = (score > 0).astype("float32")
    flip = rng.random(ROWS) < 0.2  # people are not that predictable
    y[flip] = 1 - y[flip]
    return x, y[:, None]


def pipelines(x, y, share=0.7):
    """Shuffle the rows, then cut them into a part for training and one for validation."""
    n_train = int(share * len(x))
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(buffer_size=len(x))
    train = ds.take(n_train).batch(BATCH).prefetch(tf.data.AUTOTUNE)
    val = ds.skip(n_train).batch(BATCH).prefetch(tf.data.AUTOTUNE)
    return train, val


def make_model():
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Input((COLUMNS,)),
            tf.keras.layers.Dense(128, activation="relu"),
            tf.keras.layers.Dense(64, activation="relu"),
            tf.keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(
        optimizer=tf.keras.optimizers.Adam(1e-3),
        loss="binary_crossentropy",
        metrics=[tf.keras.metrics.BinaryAccuracy(name="acc"), tf.keras.metrics.AUC(name="auc")],
    )
    return model


def main():
    tf.keras.utils.set_random_seed(SEED)
    train, val = pipelines(*customers())
    model = make_model()
    model.fit(train, validation_data=val, epochs=20, verbose=2)
    scores = model.evaluate(val, return_dict=True, verbose=0)
    print("validation:", {k: round(v, 4) for k, v in scores.items()})


if __name__ == "__main__":
    main()
