# Random search over hyper-parameters with cross-validation (regression), then one refit and one look at the test part.
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.model_selection import KFold, train_test_split

keras = tf.keras
X, y = make_friedman1(1600, n_features=8, noise=1.0, random_state=62)
X, X_test, y, y_test = train_test_split(X.astype("float32"), y.astype("float32"), test_size=0.3, random_state=62)
rng = np.random.default_rng(6)
EPOCHS = 30


def build(c, X, y):
    keras.utils.set_random_seed(0)
    norm = keras.layers.Normalization()
    norm.adapt(X)
    model = keras.Sequential([keras.Input((X.shape[1],)), norm])
    for _ in range(c["layers"]):
        model.add(keras.layers.Dense(c["width"], activation=c["activation"], kernel_initializer="he_normal",
                                     kernel_regularizer=keras.regularizers.L2(2e-4)))
    model.add(keras.layers.Dense(1))
    make = {"rmsprop": keras.optimizers.RMSprop, "nadam": keras.optimizers.Nadam, "adam": keras.optimizers.Adam}[c["optimizer"]]
    model.compile(optimizer=make(c["rate"]), loss="mse")
    return model


def fit(c, X, y):
    mean, sd = y.mean(), y.std()
    model = build(c, X, y)
    log = model.fit(X, (y - mean) / sd, batch_size=32, epochs=EPOCHS, verbose=0, callbacks=[
        keras.callbacks.LearningRateScheduler(lambda e: c["rate"] * 0.5 * (1 + np.cos(np.pi * e / EPOCHS)))])
    predict = lambda Q: model.predict(Q, verbose=0, batch_size=500)[:, 0] * sd + mean
    return predict, log.history["loss"]


results = []
for trial in range(3):
    c = {"layers": int(rng.integers(1, 3)), "width": int(rng.choice([32, 48, 64])), "activation": str(rng.choice(["relu", "swish"])),
         "optimizer": str(rng.choice(["rmsprop", "nadam", "adam"])), "rate": float(10 ** rng.uniform(-2.3, -1.7))}
    scores = []
    for a, b in KFold(2, shuffle=True, random_state=5).split(X):
        predict, _ = fit(c, X[a], y[a])
        scores.append(float(np.sqrt(np.mean((predict(X[b]) - y[b]) ** 2))))
    keras.backend.clear_session()
    results.append((np.mean(scores), trial, c))
    print(f"trial {trial}: rmse {np.mean(scores):.3f} (folds differ by {np.ptp(scores):.3f}) {c}")

score, trial, best = min(results)
predict, loss = fit(best, X, y)
rmse = lambda p: np.sqrt(np.mean((p - y_test) ** 2))
A = lambda Q: np.c_[Q, np.ones(len(Q))]
linear = A(X_test) @ np.linalg.lstsq(A(X), y, rcond=None)[0]
print(f"best trial {trial}; refit loss {loss[0]:.3f} -> {loss[-1]:.3f}")
print(f"test rmse {rmse(predict(X_test)):.3f}; linear {rmse(linear):.3f}; mean {rmse(y.mean()):.3f}; noise 1.0")
