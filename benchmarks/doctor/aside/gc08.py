"""
Machine-state classifier.

Vibration features of a pump were recorded in four states; the recordings
are generated here with the statistics that we measured.
"""
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf

STATES = {"normal": 0, "imbalance": 1, "bearing": 2, "cavitation": 3}
ROWS_PER_STATE = 300
N_FEATURES = 12


def record(state, rng):
    """One recording session: ROWS_PER_STATE windows of the same machine state."""
    centre_rng = np.random.default_rng(100 + STATES[state])
    centre = centre_rng.normal(scale=0.4, size=N_FEATURES)
    rows = centre + rng.normal(size=(ROWS_PER_STATE, N_FEATURES))
    return rows.astype("float32"), np.full(ROWS_PER_STATE, STATES[state])


def load_recordings():
    rng = np.random.default_rng(5)
    parts = [record(name, rng) for name in STATES]
    x = np.concatenate([p[0] for p in parts])
    y = np.concatenate([p[1] for p in parts])
    return x, y


def make_model():
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.Input(shape=(N_FEATURES,)))
    model.add(tf.keras.layers.Dense(64, activation="relu"))
    model.add(tf.keras.layers.Dropout(0.2))
    model.add(tf.keras.layers.Dense(32, activation="relu"))
    model.add(tf.keras.layers.Dense(len(STATES), activation="softmax"))
    model.compile(
        optimizer=tf.keras.optimizers.Adam(1e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(5)
    x, y = load_recordings()
    print("windows:", x.shape, "states:", list(STATES))

    model = make_model()
    history = model.fit(
        x,
        y,
        batch_size=32,
        epochs=20,
        validation_split=0.2,
        shuffle=True,
        verbose=2,
    )

    print("train accuracy      %.3f" % history.history["accuracy"][-1])
    print("validation accuracy %.3f" % history.history["val_accuracy"][-1])

    os.makedirs("out/gc08", exist_ok=True)
    model.save("out/gc08/pump.keras")
