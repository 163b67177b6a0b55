"""Price from the text of an advertisement (regression on standardised prices)."""
import json
import os
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf
from keras import layers

SEED = 12
BATCH = 32
EPOCHS = 60
OUT = Path("out/hc12")


def load(split):
    with open(Path("data/prices") / f"{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def without(rows, known):
    return [r for r in rows if r["text"] not in known]


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    keras.utils.set_random_seed(SEED)

    train, val, test = load("train"), load("validation"), load("test")
    known = {r["text"] for r in train}
    val = without(val, known)
    test = without(test, known | {r["text"] for r in val})

    texts = [r["text"] for r in train]
    prices = np.array([r["price"] for r in train], dtype="float32")
    centre, scale = prices.mean(), prices.std()

    # words with their neighbours, as 0/1; the vocabulary is the training texts' alone
    vectorizer = layers.TextVectorization(
        output_mode="multi_hot", ngrams=2, max_tokens=600, pad_to_max_tokens=True
    )
    vectorizer.adapt(texts)

    def dataset(rows, shuffle=False):
        x = [r["text"] for r in rows]
        y = (np.array([r["price"] for r in rows], dtype="float32") - centre) / scale
        ds = tf.data.Dataset.from_tensor_slices((x, y[:, None]))
        if shuffle:
            ds = ds.shuffle(len(rows), seed=SEED, reshuffle_each_iteration=True)
        ds = ds.batch(BATCH).map(lambda t, p: (vectorizer(t), p), num_parallel_calls=2)
        return ds.prefetch(2)

    model = keras.Sequential(
        [
            keras.Input((600,)),
            layers.Dense(64, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
            layers.Dropout(0.2),
            layers.Dense(1),
        ]
    )
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])
    model.fit(
        dataset(train, shuffle=True),
        validation_data=dataset(val),
        epochs=EPOCHS,
        callbacks=[
            keras.callbacks.EarlyStopping(
                monitor="val_mae", mode="min", patience=8, restore_best_weights=True
            )
        ],
        verbose=2,
    )

    truth = np.array([r["price"] for r in test], dtype="float32")
    guess = model.predict(dataset(test), verbose=0)[:, 0] * scale + centre
    print(f"test MAE          : {np.abs(guess - truth).mean():.1f}")
    print(f"mean price as guess: {np.abs(centre - truth).mean():.1f}")
    model.save(os.path.join(OUT, "prices.keras"))
    # what is needed besides the model to use it
    with open(OUT / "preprocessing.json", "w", encoding="utf-8") as f:
        json.dump(
            {
                "vocabulary": [str(w) for w in vectorizer.get_vocabulary()],
                "centre": float(centre),
                "scale": float(scale),
            },
            f,
        )


if __name__ == "__main__":
    main()
