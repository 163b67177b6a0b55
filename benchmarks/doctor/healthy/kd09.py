"""Random search over a small Keras classifier (digits). Trials see training and validation rows
only; the winner is refitted on both together and meets the test rows once."""
import json
import os
import random

import keras
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/kd09"
N_TRIALS = 6
MAX_EPOCHS = 25


def get_data():
    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).astype("float32").reshape(-1, 8, 8, 1)
    dev_x, test_x, dev_y, test_y = train_test_split(images, labels, test_size=0.25, random_state=1, stratify=labels)
    train_x, val_x, train_y, val_y = train_test_split(dev_x, dev_y, test_size=0.2, random_state=1, stratify=dev_y)
    return (train_x, train_y), (val_x, val_y), (dev_x, dev_y), (test_x, test_y)


def draw(r):
    return {
        "filters": r.choice([8, 16, 32]),
        "dense": r.choice([32, 64, 128]),
        "dropout": round(r.uniform(0.0, 0.4), 2),
        "lr": round(10 ** r.uniform(-3.3, -2.2), 5),
        "batch": r.choice([32, 64]),
    }


def build(hp):
    model = keras.Sequential([
        keras.Input((8, 8, 1)),
        keras.layers.Conv2D(hp["filters"], 3, padding="same", activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Conv2D(2 * hp["filters"], 3, padding="same", activation="relu"),
        keras.layers.Flatten(),
        keras.layers.Dropout(hp["dropout"]),
        keras.layers.Dense(hp["dense"], activation="relu"),
        keras.layers.Dense(10),
    ])
    model.compile(
        optimizer=keras.optimizers.Adam(hp["lr"]),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


def trial(number, hp, train, val):
    keras.utils.clear_session()
    keras.utils.set_random_seed(100 + number)
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=4)
    h = build(hp).fit(*train, validation_data=val, epochs=MAX_EPOCHS, batch_size=hp["batch"],
                      callbacks=[stop], verbose=0).history
    best = int(np.argmin(h["val_loss"]))
    result = {"hp": hp, "val_loss": h["val_loss"][best], "val_accuracy": h["val_accuracy"][best], "epochs": best + 1}
    print(f"trial {number}: val loss {result['val_loss']:.4f}  acc {result['val_accuracy']:.4f}  {hp}")
    return result


def main():
    os.makedirs(OUT, exist_ok=True)
    train, val, dev, test = get_data()
    r = random.Random(8)
    results = [trial(i, draw(r), train, val) for i in range(N_TRIALS)]
    results.sort(key=lambda t: t["val_loss"])
    win = results[0]

    # Refit: same settings, as many epochs as were best, on training + validation rows.
    # No row is left for early stopping, hence the fixed number.
    keras.utils.clear_session()
    keras.utils.set_random_seed(999)
    final = build(win["hp"])
    final.fit(*dev, epochs=win["epochs"], batch_size=win["hp"]["batch"], verbose=0)

    test_x, test_y = test
    pred = final.predict(test_x, verbose=0).argmax(axis=-1)
    confusion = np.zeros((10, 10), dtype=int)
    np.add.at(confusion, (test_y, pred), 1)
    recall = confusion.diagonal() / confusion.sum(axis=1)
    majority = np.bincount(dev[1]).argmax()

    print(f"\nmajority digit: {np.mean(test_y == majority):.4f}   network: {np.mean(test_y == pred):.4f}")
    print("recall per digit:", np.round(recall, 3))
    off = confusion - np.diag(confusion.diagonal())
    worst = np.unravel_index(off.argmax(), off.shape)
    print(f"most frequent mistake: {worst[0]} read as {worst[1]} ({off[worst]} times)")
    with open(os.path.join(OUT, "search.json"), "w") as f:
        json.dump({"trials": results, "test_accuracy": float(np.mean(test_y == pred))}, f, indent=1)


if __name__ == "__main__":
    main()
