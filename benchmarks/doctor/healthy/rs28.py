"""Random search on validation, then one refit with the chosen settings on training and validation rows together, then one look at the test rows."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

SEED = 100
x, y = load_breast_cancer(return_X_y=True)
x_fit, x_test, y_fit, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=SEED)
x_tr, x_val, y_tr, y_val = train_test_split(x_fit, y_fit, test_size=0.25, stratify=y_fit, random_state=SEED)


def sample(rng):
    return {
        "units": int(rng.choice([8, 16, 32, 64])),
        "depth": int(rng.integers(1, 3)),
        "dropout": float(rng.choice([0.0, 0.2, 0.4])),
        "l2": float(10 ** rng.uniform(-5, -2)),
        "lr": float(10 ** rng.uniform(-3, -1.7)),
    }


def build(hp):
    keras.utils.set_random_seed(SEED)  # the same start for equal sizes, so that settings are compared and not luck
    reg = keras.regularizers.L2(hp["l2"])
    model = keras.Sequential([keras.Input((x.shape[1],))])
    for _ in range(hp["depth"]):
        model.add(keras.layers.Dense(hp["units"], activation="relu", kernel_regularizer=reg))
        model.add(keras.layers.Dropout(hp["dropout"]))
    model.add(keras.layers.Dense(1, activation="sigmoid"))
    model.compile(keras.optimizers.Adam(hp["lr"]), loss="binary_crossentropy", metrics=["accuracy"])
    return model


def plain_loss(model, xs, ys):
    """Cross-entropy without the penalty on weights, which would favour one strength over another."""
    p = model.predict(xs, verbose=0, batch_size=512)[:, 0].clip(1e-6, 1 - 1e-6)
    return float(-np.mean(np.where(ys == 1, np.log(p), np.log(1 - p))))


def search(trials=5, epochs=24):
    scaler = StandardScaler().fit(x_tr)
    a, b = scaler.transform(x_tr), scaler.transform(x_val)
    rng, board = np.random.default_rng(SEED), []
    for k in range(trials):
        hp = sample(rng)
        model = build(hp)
        losses = []
        keep = keras.callbacks.LambdaCallback(on_epoch_end=lambda e, logs: losses.append(plain_loss(model, b, y_val)) if e % 4 == 3 else None)
        model.fit(a, y_tr, batch_size=32, epochs=epochs, verbose=0, callbacks=[keep])
        best = int(np.argmin(losses))
        board.append((losses[best], 4 * best + 4, hp))
        print(f"trial {k}: {losses[best]:.4f} after {4 * best + 4} epochs  {hp}")
    return min(board, key=lambda r: r[0])


if __name__ == "__main__":
    loss, epochs, hp = search()
    print("chosen:", hp, "for", epochs, "epochs")
    final_scaler = StandardScaler().fit(x_fit)
    final = build(hp)
    final.fit(final_scaler.transform(x_fit), y_fit, batch_size=32, epochs=epochs, verbose=0)
    _, acc = final.evaluate(final_scaler.transform(x_test), y_test, verbose=0)
    print(f"test accuracy {acc:.3f} (the commoner class alone: {max(y_test.mean(), 1 - y_test.mean()):.3f})")
