"""Rare events in a table: cross-validation with oversampling, then one final test."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split

SEED = 2024


def oversample(x, y, rng):
    pos, neg = np.flatnonzero(y == 1), np.flatnonzero(y == 0)
    rows = np.concatenate([neg, rng.choice(pos, size=len(neg), replace=True)])
    rng.shuffle(rows)
    return x[rows], y[rows]


def new_model(x):
    norm = keras.layers.Normalization()
    norm.adapt(x)
    model = keras.Sequential(
        [
            keras.Input((x.shape[1],)),
            norm,
            keras.layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
            keras.layers.Dropout(0.3),
            keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.AUC(name="auc")],
    )
    return model


def fit_early(x, y, rng):
    """Fit with rows of its own for stopping; returns the model and its best epoch."""
    x_in, x_stop, y_in, y_stop = train_test_split(x, y, test_size=0.2, stratify=y, random_state=SEED)
    model = new_model(x_in)
    stop = keras.callbacks.EarlyStopping(
        monitor="val_auc", mode="max", patience=6, restore_best_weights=True
    )
    x_bal, y_bal = oversample(x_in, y_in, rng)
    model.fit(
        x_bal, y_bal, validation_data=(x_stop, y_stop), epochs=40, batch_size=64, callbacks=[stop], verbose=0
    )
    return model, stop.best_epoch + 1


def main():
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    x, y = make_classification(
        n_samples=2500, n_features=15, n_informative=6, weights=[0.9], class_sep=1.2, flip_y=0.02, random_state=3
    )
    x, y = x.astype("float32"), y.astype("float32")
    x_dev, x_test, y_dev, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=SEED)

    out_of_fold = np.zeros(len(y_dev))
    epochs, aucs = [], []
    for k, (a, b) in enumerate(StratifiedKFold(5, shuffle=True, random_state=SEED).split(x_dev, y_dev)):
        keras.utils.clear_session()
        model, n = fit_early(x_dev[a], y_dev[a], rng)
        out_of_fold[b] = model.predict(x_dev[b], verbose=0)[:, 0]
        epochs.append(n)
        aucs.append(roc_auc_score(y_dev[b], out_of_fold[b]))
        print(f"fold {k}: {n} epochs, auc {aucs[-1]:.3f}")
    print(f"cv auc {np.mean(aucs):.3f} +- {np.std(aucs):.3f}")

    precision, recall, cuts = precision_recall_curve(y_dev, out_of_fold)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    cut = cuts[np.argmax(f1[:-1])]

    final = new_model(x_dev)
    x_bal, y_bal = oversample(x_dev, y_dev, rng)
    final.fit(x_bal, y_bal, epochs=int(np.median(epochs)), batch_size=64, verbose=0)
    prob = final.predict(x_test, verbose=0)[:, 0]
    print(
        f"test auc {roc_auc_score(y_test, prob):.3f}  ap {average_precision_score(y_test, prob):.3f}  "
        f"f1 {f1_score(y_test, (prob >= cut).astype('float32')):.3f} at {cut:.2f}"
    )


if __name__ == "__main__":
    main()
