"""Active learning on the digits: does asking about uncertain rows pay?

The pool's labels lie in a drawer and are read only for the rows that a strategy asks for.
Both strategies start with the same 40 labelled rows, spend the same budget and are marked on the same test rows,
which neither chooses anything. There is no early stopping: the number of epochs is fixed beforehand.
"""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

START, PER_ROUND, ROUNDS = 40, 25, 5


class Drawer:
    """Holds the labels and counts how many were bought."""

    def __init__(self, labels):
        self._labels = labels
        self.bought = 0

    def ask(self, rows):
        self.bought += len(rows)
        return self._labels[rows]


def fresh_model(seed):
    keras.utils.set_random_seed(seed)
    model = keras.Sequential([
        keras.Input((64,)),
        layers.Rescaling(1 / 16),
        layers.Dense(64, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(10, activation="softmax"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def by_entropy(model, pool_x, free, rng):
    p = np.clip(model.predict(pool_x[free], batch_size=512, verbose=0), 1e-9, 1.0)
    entropy = -(p * np.log(p)).sum(axis=1)
    # Take from the most uncertain 100 at random: the very top is full of near twins.
    candidates = free[np.argsort(-entropy)[:100]]
    return rng.choice(candidates, PER_ROUND, replace=False)


def by_chance(model, pool_x, free, rng):
    return rng.choice(free, PER_ROUND, replace=False)


def run(strategy, pool_x, drawer, first, test, seed):
    rng = np.random.default_rng(seed)
    rows, labels = first.copy(), drawer.ask(first)
    curve = []
    for r in range(ROUNDS + 1):
        model = fresh_model(seed + r)  # from scratch, so that early rows get no head start
        model.fit(pool_x[rows], labels, epochs=60, batch_size=16, verbose=0)
        curve.append((len(rows), model.evaluate(*test, batch_size=512, verbose=0)[1]))
        if r < ROUNDS:
            free = np.setdiff1d(np.arange(len(pool_x)), rows)
            new = strategy(model, pool_x, free, rng)
            rows = np.concatenate([rows, new])
            labels = np.concatenate([labels, drawer.ask(new)])
    return curve


def main():
    x, y = load_digits(return_X_y=True)
    x = x.astype("float32")
    pool_x, test_x, pool_y, test_y = train_test_split(x, y, test_size=500, stratify=y, random_state=0)
    first = np.random.default_rng(0).choice(len(pool_x), START, replace=False)

    curves = {}
    for name, strategy in (("entropy", by_entropy), ("chance", by_chance)):
        drawer = Drawer(pool_y)
        curves[name] = run(strategy, pool_x, drawer, first, (test_x, test_y), seed=50)
        assert drawer.bought == START + ROUNDS * PER_ROUND

    print("labels   entropy   chance")
    for (n, a), (_, b) in zip(curves["entropy"], curves["chance"], strict=True):
        print(f"{n:6d}   {a:7.3f}  {b:7.3f}")
    print(f"most frequent class on the test rows: {np.bincount(test_y).max() / len(test_y):.3f}")


if __name__ == "__main__":
    main()
