"""Label every step of a padded sequence; sample weights are zero on the padding."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras
import numpy as np
from keras import layers

MAXLEN, SYMBOLS = 24, 9


def make(n, rng):
    """Class 0: the value falls (or opens the row), 1: it stays, 2: it rises. Zero pads on the right."""
    ids = np.zeros((n, MAXLEN), dtype="int32")
    labels = np.zeros((n, MAXLEN), dtype="int32")
    weights = np.zeros((n, MAXLEN), dtype="float32")
    for i in range(n):
        length = rng.integers(6, MAXLEN + 1)
        row = rng.integers(1, SYMBOLS + 1, size=length)
        stay = rng.random(length) < 0.15
        for t in range(1, length):
            if stay[t]:
                row[t] = row[t - 1]
        ids[i, :length] = row
        labels[i, 1:length] = 1 + np.sign(row[1:] - row[:-1])
        weights[i, :length] = 1.0
    return ids, labels, weights


def class_factors(labels, weights):
    counts = np.bincount(labels[weights > 0], minlength=3)
    return (counts.sum() / (3 * counts)).astype("float32")


def build():
    tokens = keras.Input((MAXLEN,), dtype="int32")
    h = layers.Embedding(SYMBOLS + 1, 16)(tokens)       # no mask: convolutions do not use one, the weights do the job
    h = layers.Conv1D(64, 3, padding="same", activation="relu")(h)
    h = layers.SpatialDropout1D(0.05)(h)
    h = layers.Conv1D(64, 3, padding="same", activation="relu")(h)
    return keras.Model(tokens, layers.Dense(3, activation="softmax")(h))


def main():
    keras.utils.set_random_seed(15)
    rng = np.random.default_rng(15)
    train, valid, test = make(2000, rng), make(500, rng), make(500, rng)
    factor = class_factors(train[1], train[2])
    loss_weight = train[2] * factor[train[1]]           # rare classes weigh more, padding still weighs nothing
    print("weight of the classes", factor.round(2), "share of padding", round(1 - float(train[2].mean()), 2))

    model = build()
    model.compile(optimizer=keras.optimizers.Nadam(3e-3), loss="sparse_categorical_crossentropy",
                  weighted_metrics=["sparse_categorical_accuracy"])
    model.fit(train[0], train[1], sample_weight=loss_weight, validation_data=valid, batch_size=64, epochs=25, verbose=2,
              callbacks=[keras.callbacks.ReduceLROnPlateau("val_loss", factor=0.3, patience=2, min_lr=1e-5),
                         keras.callbacks.EarlyStopping("val_loss", patience=6, restore_best_weights=True)])

    p = model.predict(test[0], batch_size=250, verbose=0).argmax(-1)
    real = test[2] > 0
    print("test accuracy on real steps", round(float((p == test[1])[real].mean()), 4))
    for c in range(3):
        rows = real & (test[1] == c)
        print(f"  class {c}: recall {(p[rows] == c).mean():.3f} of {rows.sum()}")


main()
