"""Several labels per document, some of them never filled in by the annotators.

-1 in the label matrix = nobody said anything. Only the training rows have such gaps; validation and test rows
were annotated completely.
"""
import numpy as np
import keras
from keras import layers, ops
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split

SEED = 13
N_LABELS = 6
MISSING_SHARE = 0.25


def make_data():
    counts, labels = make_multilabel_classification(
        n_samples=5000, n_features=40, n_classes=N_LABELS, n_labels=2, length=60, random_state=SEED
    )
    x = np.log1p(counts).astype("float32")
    y = labels.astype("float32")
    x_dev, x_test, y_dev, y_test = train_test_split(x, y, test_size=0.2, random_state=SEED)
    x_train, x_val, y_train, y_val = train_test_split(x_dev, y_dev, test_size=0.25, random_state=SEED)
    gaps = np.random.default_rng(SEED).random(y_train.shape) < MISSING_SHARE
    y_train = np.where(gaps, -1.0, y_train).astype("float32")
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def masked_bce(y_true, logits):
    """Mean over the known labels of each row (0 for a row without any)."""
    known = ops.cast(y_true >= 0, logits.dtype)
    target = ops.maximum(y_true, 0.0)
    # softplus(z) - z*t  ==  binary cross-entropy on logits
    per_label = (ops.softplus(logits) - logits * target) * known
    return ops.sum(per_label, axis=-1) / ops.maximum(ops.sum(known, axis=-1), 1.0)


def build(x_train):
    norm = layers.Normalization()
    norm.adapt(x_train)
    return keras.Sequential(
        [
            keras.Input((x_train.shape[1],)),
            norm,
            layers.Dense(64, activation="relu"),
            layers.Dropout(0.3),
            layers.Dense(64, activation="relu"),
            layers.Dense(N_LABELS),
        ]
    )


def choose_thresholds(logits, y):
    """For each label the cut on the logit with the best F1 on the rows given."""
    grid = np.linspace(-3, 3, 61)
    cuts = []
    for j in range(y.shape[1]):
        f1 = [f1_score(y[:, j], (logits[:, j] > g).astype(int), zero_division=0) for g in grid]
        cuts.append(grid[int(np.argmax(f1))])
    return np.array(cuts)


def main():
    keras.utils.set_random_seed(SEED)
    (x_train, y_train), (x_val, y_val), (x_test, y_test) = make_data()
    print("known training labels: %.1f %%" % (100 * (y_train >= 0).mean()))

    model = build(x_train)
    model.compile(optimizer=keras.optimizers.AdamW(1e-3, weight_decay=1e-4), loss=masked_bce)
    model.fit(
        x_train,
        y_train,
        validation_data=(x_val, y_val),
        epochs=40,
        batch_size=64,
        verbose=2,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)],
    )

    cuts = choose_thresholds(model.predict(x_val, verbose=0), y_val.astype(int))
    guess = (model.predict(x_test, verbose=0) > cuts).astype(int)
    truth = y_test.astype(int)
    print("cuts", np.round(cuts, 2))
    for average in ("micro", "macro"):
        everything = f1_score(truth, np.ones_like(truth), average=average)
        print(f"test {average}-F1 {f1_score(truth, guess, average=average):.3f}  (all labels always: {everything:.3f})")


if __name__ == "__main__":
    main()
