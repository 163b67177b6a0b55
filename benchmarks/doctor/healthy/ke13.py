"""Self-training with pseudo labels (Keras 3).

Round 0 learns from 60 labelled digits. Each further round labels the unlabelled rows
with the last model, keeps the confident ones and trains a NEW model from scratch, so
that early mistakes are not carried on in the weights. Validation loss picks the round.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

from typing import Iterator, NamedTuple

import keras
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

ROUNDS = 5
THRESHOLD = 0.95
PSEUDO_WEIGHT = 0.5


class Split(NamedTuple):
    x: np.ndarray
    y: np.ndarray


def load() -> tuple[Split, np.ndarray, np.ndarray, Split, Split]:
    x, y = load_digits(return_X_y=True)
    x = (x / 16).astype("float32")
    x, xt, y, yt = train_test_split(x, y, test_size=500, stratify=y, random_state=5)
    x, xv, y, yv = train_test_split(x, y, test_size=200, stratify=y, random_state=6)
    xl, xu, yl, yu = train_test_split(x, y, train_size=60, stratify=y, random_state=7)
    return Split(xl, yl), xu, yu, Split(xv, yv), Split(xt, yt)


def fresh_model(seed: int) -> keras.Model:
    keras.utils.set_random_seed(seed)
    model = keras.Sequential([
        keras.Input((64,)),
        keras.layers.GaussianNoise(0.1),
        keras.layers.Dense(96, activation="relu"),
        keras.layers.Dropout(0.4),
        keras.layers.Dense(10),
    ])
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        weighted_metrics=[],
        metrics=["accuracy"],
    )
    return model


def self_train(labelled: Split, unlabelled: np.ndarray) -> Iterator[tuple[int, keras.Model, np.ndarray, np.ndarray]]:
    """Yields (round, model, rows used with a pseudo label, those labels)."""
    chosen, pseudo = np.zeros(0, dtype=int), np.zeros(0, dtype=labelled.y.dtype)
    for rnd in range(ROUNDS + 1):
        model = fresh_model(seed=30 + rnd)
        x = np.concatenate([labelled.x, unlabelled[chosen]])
        y = np.concatenate([labelled.y, pseudo])
        w = np.concatenate([np.ones(len(labelled.x)), np.full(len(chosen), PSEUDO_WEIGHT)]).astype("float32")
        # about 400 updates in every round, however many rows there are
        epochs = max(1, 400 // int(np.ceil(len(x) / 32)))
        model.fit(x, y, sample_weight=w, batch_size=32, epochs=epochs, shuffle=True, verbose=0)
        yield rnd, model, chosen, pseudo

        probs = keras.ops.convert_to_numpy(keras.ops.softmax(model.predict(unlabelled, verbose=0), axis=-1))
        # all unlabelled rows are judged anew: a row can also drop out again
        chosen = np.flatnonzero(probs.max(axis=1) >= THRESHOLD)
        pseudo = probs[chosen].argmax(axis=1).astype(labelled.y.dtype)


def main() -> None:
    labelled, unlabelled, hidden, val, test = load()
    best = (np.inf, -1, None)
    first = None
    for rnd, model, chosen, pseudo in self_train(labelled, unlabelled):
        loss, acc = model.evaluate(val.x, val.y, verbose=0)
        # `hidden` is only printed to see how clean the pseudo labels are
        purity = float(np.mean(hidden[chosen] == pseudo)) if len(chosen) else float("nan")
        print(f"round {rnd}: {len(chosen):4d} pseudo labels (right: {purity:.3f})  "
              f"validation loss {loss:.4f}  accuracy {acc:.4f}")
        if first is None:
            first = model
        if loss < best[0]:
            best = (loss, rnd, model)

    _, base_acc = first.evaluate(test.x, test.y, verbose=0)
    _, acc = best[2].evaluate(test.x, test.y, verbose=0)
    print(f"test accuracy: labels only {base_acc:.4f}, round {best[1]} {acc:.4f} (chance 0.10)")


if __name__ == "__main__":
    main()
