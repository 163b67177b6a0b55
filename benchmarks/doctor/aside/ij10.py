"""Binding site or not? DNA snippets, a bidirectional GRU in Keras."""
import argparse
import os

import keras
import numpy as np
from keras import layers

ALPHABET = "ACGT"
LETTER_TO_ID = {letter: i for i, letter in enumerate(ALPHABET)}
LENGTH = 32


def make_snippets(n, rng):
    """Real sites hold the motif CAG, decoys hold CGA; the rest is random. All snippets are equally long."""
    texts, labels = [], []
    for _ in range(n):
        letters = list(rng.choice(list("ACGT"), size=LENGTH))
        label = int(rng.integers(2))
        motif = "CAG" if label else "CGA"
        for block in range(4):
            start = block * 8 + int(rng.integers(0, 6))
            letters[start:start + 3] = motif
        texts.append("".join(letters))
        labels.append(label)
    return texts, np.array(labels, dtype="float32")


def encode(texts):
    return np.array([[LETTER_TO_ID[c] for c in text] for text in texts], dtype="int32")


def build_model(units):
    return keras.Sequential([
        keras.Input((LENGTH,), dtype="int32"),
        layers.Embedding(len(ALPHABET), 8, mask_zero=True),
        layers.Bidirectional(layers.GRU(units)),
        layers.Dropout(0.2),
        layers.Dense(32, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--out", default="out/ij10")
    args = parser.parse_args()

    os.makedirs(args.out, exist_ok=True)
    keras.utils.set_random_seed(9)
    rng = np.random.default_rng(9)
    texts, y = make_snippets(3000, rng)
    valid_texts, y_valid = make_snippets(600, rng)
    test_texts, y_test = make_snippets(600, rng)
    print("an example:", texts[0], "label", y[0])

    model = build_model(args.units)
    model.compile(
        optimizer=keras.optimizers.Adam(args.lr, clipnorm=1.0),
        loss="binary_crossentropy",
        metrics=["accuracy"],
    )
    model.summary()
    best = keras.callbacks.ModelCheckpoint(
        os.path.join(args.out, "best.keras"), monitor="val_loss", save_best_only=True)
    model.fit(
        encode(texts), y,
        validation_data=(encode(valid_texts), y_valid),
        batch_size=64,
        epochs=args.epochs,
        callbacks=[best],
        verbose=2,
    )

    model = keras.models.load_model(os.path.join(args.out, "best.keras"))
    loss, acc = model.evaluate(encode(test_texts), y_test, verbose=0)
    print(f"test loss {loss:.3f}, test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
