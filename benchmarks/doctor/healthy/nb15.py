"""Blood value from a quick test: several visits per patient, so the folds are made of patients.

Every fold has its own scaling and its own network; the number of epochs is fixed beforehand, nothing
is chosen on the rows that are scored.
"""
import gc

import numpy as np
import keras

PATIENTS, FOLDS, EPOCHS = 150, 5, 40


def cohort(rng):
    visits = rng.integers(4, 12, PATIENTS)
    patient = np.repeat(np.arange(PATIENTS), visits)
    base = rng.normal(0, 1, (PATIENTS, 8))                  # what is typical of a patient
    x = base[patient] + 0.7 * rng.normal(size=(len(patient), 8))
    own = rng.normal(0, 0.4, PATIENTS)                      # cannot be seen in x
    y = (120 + 8 * x[:, 0] - 5 * x[:, 1] + 4 * np.maximum(x[:, 2], 0) + 3 * x[:, 3] * (x[:, 4] > 0)
         + 5 * own[patient] + 2 * rng.normal(size=len(patient)))
    scale = np.array([1, 10, 0.1, 5, 1, 100, 1, 3.0])
    return (x * scale + 7).astype("float32"), y.astype("float32"), patient


def folds_by_patient(patient, k, rng):
    """yields (train rows, held-out rows); all rows of a patient are on one side"""
    order = rng.permutation(np.unique(patient))
    for held in np.array_split(order, k):
        out = np.isin(patient, held)
        yield np.flatnonzero(~out), np.flatnonzero(out)


def network(n_features, decay_steps):
    net = keras.Sequential([
        keras.Input((n_features,)),
        keras.layers.Dense(32, activation="silu"),
        keras.layers.Dense(32, activation="silu"),
        keras.layers.Dense(1),
    ])
    optimizer = keras.optimizers.AdamW(
        keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=decay_steps), weight_decay=1e-2)
    optimizer.exclude_from_weight_decay(var_names=["bias"])
    net.compile(optimizer=optimizer, loss="mse")
    return net


def rmse(a, b):
    return float(np.sqrt(np.mean((a - b) ** 2)))


def main():
    rng = np.random.default_rng(14)
    x, y, patient = cohort(rng)
    print(f"{len(y)} visits of {PATIENTS} patients")

    batch = 32
    out_of_fold = np.full(len(y), np.nan)
    naive = np.full(len(y), np.nan)
    per_fold = []
    for k, (tr, te) in enumerate(folds_by_patient(patient, FOLDS, rng)):
        assert not set(patient[tr]) & set(patient[te])
        keras.utils.set_random_seed(100 + k)
        mx, sx = x[tr].mean(0), x[tr].std(0)
        my, sy = y[tr].mean(), y[tr].std()
        steps = EPOCHS * int(np.ceil(len(tr) / batch))
        net = network(x.shape[1], steps)
        net.fit((x[tr] - mx) / sx, ((y[tr] - my) / sy)[:, None], batch_size=batch, epochs=EPOCHS, verbose=0)
        out_of_fold[te] = net.predict((x[te] - mx) / sx, verbose=0)[:, 0] * sy + my
        naive[te] = my
        per_fold.append(rmse(out_of_fold[te], y[te]))
        print(f"fold {k + 1}: {len(np.unique(patient[te]))} unseen patients, RMSE {per_fold[-1]:.2f}")
        del net
        keras.backend.clear_session()
        gc.collect()

    assert not np.isnan(out_of_fold).any()
    r2 = 1 - np.sum((out_of_fold - y) ** 2) / np.sum((naive - y) ** 2)
    print(f"RMSE {np.mean(per_fold):.2f} +- {np.std(per_fold, ddof=1):.2f} over the folds")
    print(f"all rows {rmse(out_of_fold, y):.2f}, training mean instead {rmse(naive, y):.2f}, R2 {r2:.3f}")


if __name__ == "__main__":
    main()
