"""Breast cancer (sklearn), Keras 3: normalisation inside the model, fitted on the training rows."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(3)
os.makedirs("out/wd03", exist_ok=True)

X, y = load_breast_cancer(return_X_y=True)
X = X.astype("float32")
y = 1 - y  # sklearn has 0 = malignant; here 1 = malignant is the positive class
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=3)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=3)

norm = layers.Normalization()
norm.adapt(X_train)

model = keras.Sequential([
    keras.Input((X.shape[1],)),
    norm,
    layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
    layers.Dropout(0.2),
    layers.Dense(16, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[keras.metrics.AUC(name="auc")],
)
# weights so that both classes count the same
n0, n1 = np.bincount(y_train)
weights = {0: len(y_train) / (2 * n0), 1: len(y_train) / (2 * n1)}

model.fit(
    X_train, y_train.astype("float32"),
    validation_data=(X_val, y_val.astype("float32")),
    epochs=80,
    batch_size=32,
    class_weight=weights,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)],
    verbose=2,
)

# Cut-off: the one with the best balanced accuracy on the validation rows
p_val = model.predict(X_val, verbose=0).ravel()
grid = np.linspace(0.05, 0.95, 91)
scores = [balanced_accuracy_score(y_val, p_val >= t) for t in grid]
cut = float(grid[int(np.argmax(scores))])

p_test = model.predict(X_test, verbose=0).ravel()
print(f"cut-off {cut:.2f} (from validation)")
print(f"test AUC {roc_auc_score(y_test, p_test):.4f}")
print(f"test balanced accuracy {balanced_accuracy_score(y_test, p_test >= cut):.4f}  (knowing nothing: 0.5)")
model.save("out/wd03/model.keras")
