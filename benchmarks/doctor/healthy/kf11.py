"""Seasonal outlook for an El Nino like index: six months ahead from the last two years.

The "observations" come from a long control run of a stochastic recharge oscillator (no trend, no forcing).
Three consecutive stretches of the run serve for training, for choosing the epoch and for the verification.
Windows are cut inside each stretch, and a few years between the stretches are thrown away.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np

WINDOW = 24      # months of history
LEAD = 6         # months ahead
SPINUP = 600
BUFFER = 60      # months dropped between stretches


def control_run(months, seed):
    """Sea surface index and warm water volume, both with measurement noise."""
    rng = np.random.default_rng(seed)
    rotate = 0.975 * np.exp(2j * np.pi / 46)
    z, states = 0j, []
    for _ in range(months + SPINUP):
        z = rotate * z + 0.2 * complex(rng.normal(), rng.normal())
        states.append(z)
    z = np.array(states[SPINUP:])
    fields = np.stack([z.real, z.imag], axis=1)
    return (fields + rng.normal(0, 0.15, fields.shape)).astype("float32")


def windows(stretch, shuffle):
    """Window i covers months i .. i+WINDOW-1, its target is the index LEAD months after the last of them."""
    return keras.utils.timeseries_dataset_from_array(
        data=stretch[:-LEAD],
        targets=stretch[WINDOW - 1 + LEAD:, 0],
        sequence_length=WINDOW,
        batch_size=64,
        shuffle=shuffle,
        seed=5 if shuffle else None,
    )


def skill(forecast, truth, reference):
    """RMSE skill score against the reference forecast and the anomaly correlation."""
    rmse = np.sqrt(np.mean((forecast - truth) ** 2))
    rmse_ref = np.sqrt(np.mean((reference - truth) ** 2))
    return rmse, 1 - rmse / rmse_ref, np.corrcoef(forecast, truth)[0, 1]


def main():
    keras.utils.set_random_seed(1998)
    run = control_run(4800, seed=1982)
    train = run[:3000]
    valid = run[3000 + BUFFER:3800]
    verif = run[3800 + BUFFER:]

    climatology, spread = train.mean(axis=0), train.std(axis=0)
    train, valid, verif = ((s - climatology) / spread for s in (train, valid, verif))
    train_ds, valid_ds, verif_ds = windows(train, True), windows(valid, False), windows(verif, False)

    model = keras.Sequential([
        keras.Input((WINDOW, 2)),
        keras.layers.GRU(24),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
    model.fit(
        train_ds,
        validation_data=valid_ds,
        epochs=25,
        callbacks=[
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3),
            keras.callbacks.EarlyStopping(monitor="val_loss", patience=7, restore_best_weights=True),
        ],
        verbose=2,
    )

    forecast = model.predict(verif_ds, verbose=0)[:, 0]
    truth = np.concatenate([y.numpy() for _, y in verif_ds])
    last_value = np.concatenate([x.numpy()[:, -1, 0] for x, _ in verif_ds])
    climate = np.zeros_like(truth)          # the standardised training mean

    print(f"\nverification over {len(truth)} months, lead {LEAD} months (index in training standard deviations)")
    for name, f in (("network", forecast), ("persistence", last_value)):
        rmse, ss, acc = skill(f, truth, climate)
        print(f"{name:<12} rmse {rmse:.3f}   skill against climatology {ss:+.3f}   correlation {acc:.3f}")


if __name__ == "__main__":
    main()
