"""Five-fold cross-validation of a small regression net; scaling, stopping and training happen inside each fold."""
import numpy as np
import keras

FOLDS = 5


def houses(n=1000, seed=6):
    rng = np.random.default_rng(seed)
    area = rng.lognormal(4.6, 0.35, n)
    age = rng.uniform(0, 90, n)
    distance = rng.exponential(6, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.7, n)), 1, None)
    log_price = 3.0 + 0.9 * np.log(area) - 0.004 * age - 0.05 * distance + 0.03 * rooms \
        + 0.25 * np.exp(-distance) + rng.normal(0, 0.12, n)
    return np.stack([np.log(area), age, distance, rooms], 1).astype("float32"), np.exp(log_price).astype("float32")


def make_model():
    model = keras.Sequential([
        keras.Input((4,)),
        keras.layers.Dense(32, activation="swish"),
        keras.layers.Dense(32, activation="swish"),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.Adam(4e-3), loss="mse")
    return model


def run_fold(x, y, fit_rows, held_out, seed):
    keras.utils.set_random_seed(seed)
    # a part of the fold's own training rows decides when to stop; the held-out rows see nothing of it
    cut = int(0.85 * len(fit_rows))
    rows, stop_rows = fit_rows[:cut], fit_rows[cut:]

    x_mean, x_std = x[rows].mean(0), x[rows].std(0)
    logs = np.log(y)[:, None]
    y_mean, y_std = logs[rows].mean(), logs[rows].std()
    scale = lambda r: (x[r] - x_mean) / x_std
    scaled_target = lambda r: (logs[r] - y_mean) / y_std

    model = make_model()
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)
    history = model.fit(scale(rows), scaled_target(rows),
                        validation_data=(scale(stop_rows), scaled_target(stop_rows)),
                        batch_size=32, epochs=50, verbose=0, callbacks=[stop])

    guess = np.exp(model.predict(scale(held_out), verbose=0).ravel() * y_std + y_mean)
    relative = np.abs(guess - y[held_out]) / y[held_out]
    naive = np.abs(np.exp(y_mean) - y[held_out]) / y[held_out]
    return len(history.history["loss"]), relative.mean(), naive.mean()


x, y = houses()
order = np.random.default_rng(0).permutation(len(x))
folds = np.array_split(order, FOLDS)
scores = []
for k in range(FOLDS):
    keras.utils.clear_session()
    fit_rows = np.concatenate([f for j, f in enumerate(folds) if j != k])
    epochs, error, naive = run_fold(x, y, fit_rows, folds[k], seed=100 + k)
    scores.append(error)
    print(f"fold {k}: {epochs:3d} epochs, mean relative error {error:.3f} (typical price for all: {naive:.3f})")
print(f"{FOLDS} folds: {np.mean(scores):.3f} +- {np.std(scores, ddof=1):.3f}")
