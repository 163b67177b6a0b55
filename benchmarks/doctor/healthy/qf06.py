# %% [markdown]
# # Breast cancer with Keras
# Malignant is the positive class.  Early stopping and the decision threshold use the
# validation rows, the test rows are for the last cell.

# %%
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import f1_score, precision_score, recall_score, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(42)

# %%
data = load_breast_cancer()
X = data.data.astype("float32")
y = (data.target == list(data.target_names).index("malignant")).astype("float32")

X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_dev, y_dev, test_size=0.25, stratify=y_dev, random_state=0)
print(X_train.shape, X_val.shape, X_test.shape, "malignant:", y_train.mean().round(3))

# %%
norm = layers.Normalization(axis=-1)
norm.adapt(X_train)

inputs = keras.Input(shape=(X.shape[1],))
x = norm(inputs)
x = layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.l2(1e-4))(x)
x = layers.Dropout(0.3)(x)
x = layers.Dense(16, activation="relu", kernel_regularizer=keras.regularizers.l2(1e-4))(x)
outputs = layers.Dense(1, activation="sigmoid")(x)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=1e-3),
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[keras.metrics.AUC(name="auc"), keras.metrics.BinaryAccuracy(name="acc")],
)

# %%
n_neg, n_pos = np.sum(y_train == 0), np.sum(y_train == 1)
history = model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=150,
    batch_size=32,
    class_weight={0: len(y_train) / (2 * n_neg), 1: len(y_train) / (2 * n_pos)},
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=15, restore_best_weights=True)],
    verbose=0,
)
print("epochs run:", len(history.history["loss"]), "best val_loss:", round(min(history.history["val_loss"]), 4))

# %%
# the threshold with the best F1 on the validation rows
p_val = model.predict(X_val, verbose=0).ravel()
candidates = np.linspace(0.05, 0.95, 91)
f1_val = [f1_score(y_val, p_val >= t, zero_division=0) for t in candidates]
best = np.flatnonzero(np.isclose(f1_val, np.max(f1_val)))
threshold = float(candidates[best[len(best) // 2]])  # one in the middle of those that are equally good
print(f"threshold {threshold:.2f}, F1 on validation {f1_score(y_val, p_val >= threshold):.3f}")

# %%
p_test = model.predict(X_test, verbose=0).ravel()
said = p_test >= threshold
print(f"test AUC       {roc_auc_score(y_test, p_test):.4f}")
print(f"test F1        {f1_score(y_test, said):.4f}")
print(f"test precision {precision_score(y_test, said):.4f}")
print(f"test recall    {recall_score(y_test, said):.4f}")
print(f"F1 if everything were called malignant: {f1_score(y_test, np.ones_like(y_test)):.4f}")
