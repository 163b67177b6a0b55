"""Sentiment of short token sequences with a functional model (code of TF 2.3, now TF 2.21)."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

VOCAB, LENGTH = 200, 24


def sample_texts(n, rng):
    """Tokens 0-19 are 'good', 20-39 are 'bad', the rest says nothing."""
    x = rng.integers(40, VOCAB, size=(n, LENGTH)).astype("int32")
    y = rng.integers(0, 2, size=n)
    for i in range(n):
        where = rng.choice(LENGTH, size=3, replace=False)
        x[i, where] = rng.integers(0, 20, size=3) + (0 if y[i] == 1 else 20)
    return x, y.astype("float32")


def build():
    tokens = keras.Input(shape=(LENGTH,), dtype="int32", name="tokens")
    h = layers.Embedding(VOCAB, 16)(tokens)
    h = layers.Conv1D(32, 3, padding="same", activation="relu")(h)
    mean = tf.reduce_mean(h, axis=1)
    peak = layers.GlobalMaxPooling1D()(h)
    h = layers.Concatenate()([mean, peak])
    h = layers.Dropout(0.3)(h)
    h = layers.Dense(16, activation="relu")(h)
    prob = layers.Dense(1, activation="sigmoid", name="prob")(h)
    return keras.Model(tokens, prob, name="sentiment")


if __name__ == "__main__":
    keras.utils.set_random_seed(9)
    rng = np.random.default_rng(9)
    x_train, y_train = sample_texts(2000, rng)
    x_valid, y_valid = sample_texts(500, rng)

    model = build()
    model.summary()
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=2e-3),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.BinaryAccuracy(name="acc")],
    )
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=2, restore_best_weights=True)
    model.fit(
        x_train,
        y_train,
        validation_data=(x_valid, y_valid),
        batch_size=64,
        epochs=8,
        callbacks=[stop],
        verbose=2,
    )
