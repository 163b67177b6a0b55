"""Five folds with Keras, everything that is fitted is fitted inside its fold; the test rows are used once."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow import keras


def network(n_features):
    net = keras.Sequential([
        keras.layers.Input(shape=(n_features,)),
        keras.layers.Dense(24, activation="relu"),
        keras.layers.Dropout(0.3),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    net.compile(optimizer=keras.optimizers.Adam(learning_rate=3e-3),
                loss=keras.losses.BinaryCrossentropy(),
                metrics=[keras.metrics.AUC(name="auc")])
    return net


def run_fold(x_fit, y_fit, x_val, y_val, seed):
    keras.backend.clear_session()
    keras.utils.set_random_seed(seed)
    scaler = StandardScaler().fit(x_fit)
    net = network(x_fit.shape[1])
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
    hist = net.fit(scaler.transform(x_fit), y_fit, validation_data=(scaler.transform(x_val), y_val),
                   epochs=60, batch_size=32, verbose=0, callbacks=[stop])
    p = net.predict(scaler.transform(x_val), verbose=0).ravel()
    return roc_auc_score(y_val, p), int(np.argmin(hist.history["val_loss"])) + 1


X, y = load_breast_cancer(return_X_y=True)
X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=42)

aucs, epochs = [], []
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=42)
for k, (fit, val) in enumerate(folds.split(X_dev, y_dev)):
    auc, n = run_fold(X_dev[fit], y_dev[fit], X_dev[val], y_dev[val], seed=100 + k)
    aucs.append(auc)
    epochs.append(n)
    print(f"fold {k}: AUC {auc:.4f}, best after {n} epochs")
print(f"cross-validation: {np.mean(aucs):.4f} +- {np.std(aucs, ddof=1):.4f}")

# No validation rows are left for the last fit, the number of epochs comes from the folds.
keras.backend.clear_session()
keras.utils.set_random_seed(7)
scaler = StandardScaler().fit(X_dev)
final = network(X.shape[1])
final.fit(scaler.transform(X_dev), y_dev, epochs=int(np.median(epochs)), batch_size=32, verbose=0)
p = final.predict(scaler.transform(X_test), verbose=0).ravel()
print(f"test: AUC {roc_auc_score(y_test, p):.4f}, balanced accuracy {balanced_accuracy_score(y_test, p > 0.5):.4f}")
