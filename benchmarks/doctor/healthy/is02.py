# Homework 4 - regression with a neural network, 5-fold cross-validation
# Data: the diabetes data of scikit-learn (442 patients, 10 columns, raw units)
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 2024
EPOCHS = 80
BATCH = 32


def rmse(a, b):
    return float(np.sqrt(np.mean((np.asarray(a) - np.asarray(b)) ** 2)))


def make_net(n_in):
    net = tf.keras.Sequential([
        tf.keras.Input(shape=(n_in,)),
        tf.keras.layers.Dense(32, activation="relu", kernel_regularizer=tf.keras.regularizers.L2(1e-3)),
        tf.keras.layers.Dense(16, activation="relu", kernel_regularizer=tf.keras.regularizers.L2(1e-3)),
        tf.keras.layers.Dense(1),
    ])
    net.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=3e-3), loss="mse",
                metrics=[tf.keras.metrics.MeanAbsoluteError(name="mae")])
    return net


def fit_one_fold(X_tr, y_tr, X_te, fold):
    """Everything that is learnt (scalers included) is learnt on the training rows of the fold."""
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(SEED + fold)
    X_fit, X_stop, y_fit, y_stop = train_test_split(X_tr, y_tr, test_size=0.15, random_state=SEED)
    xs = StandardScaler().fit(X_fit)
    ys = StandardScaler().fit(y_fit.reshape(-1, 1))

    net = make_net(X_fit.shape[1])
    stop = tf.keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=10,
                                            restore_best_weights=True)
    hist = net.fit(xs.transform(X_fit), ys.transform(y_fit.reshape(-1, 1)),
                   validation_data=(xs.transform(X_stop), ys.transform(y_stop.reshape(-1, 1))),
                   epochs=EPOCHS, batch_size=BATCH, callbacks=[stop], verbose=0)
    z = net.predict(xs.transform(X_te), verbose=0)
    return ys.inverse_transform(z).ravel(), len(hist.history["loss"])


X, y = load_diabetes(return_X_y=True, scaled=False)
print("X", X.shape, "y", y.shape, "mean", y.mean().round(1), "std", y.std().round(1))

rows = []
for k, (tr, te) in enumerate(KFold(n_splits=5, shuffle=True, random_state=SEED).split(X)):
    pred, used = fit_one_fold(X[tr], y[tr], X[te], k)
    ridge = make_pipeline(StandardScaler(), Ridge(alpha=1.0)).fit(X[tr], y[tr])
    base = np.full(len(te), y[tr].mean())
    rows.append((rmse(y[te], base), rmse(y[te], ridge.predict(X[te])), rmse(y[te], pred)))
    print(f"fold {k}: mean {rows[-1][0]:.1f}  ridge {rows[-1][1]:.1f}  net {rows[-1][2]:.1f}  ({used} epochs)")

rows = np.array(rows)
for name, col in zip(("mean", "ridge", "net"), rows.T):
    print(f"{name:>6}: RMSE {col.mean():.2f} +- {col.std(ddof=1):.2f}")
