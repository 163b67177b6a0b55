# Breast cancer with Keras 3: we want to miss few malignant tumours.
# The threshold comes from the validation rows, everything printed at the end from the test rows.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(8)
os.makedirs("out/qa07", exist_ok=True)

bunch = load_breast_cancer()
x = bunch.data.astype("float32")
y = (bunch.target == 0).astype("float32")      # in sklearn 0 is malignant; for us malignant = 1

x_fit, x_test, y_fit, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=8)
x_train, x_val, y_train, y_val = train_test_split(x_fit, y_fit, test_size=0.25, stratify=y_fit, random_state=8)
print("train / val / test:", len(x_train), len(x_val), len(x_test))

# scaling: learnt from the training rows only, and part of the model
norm = layers.Normalization()
norm.adapt(x_train)

model = keras.Sequential([
    keras.Input(shape=(x.shape[1],)),
    norm,
    layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
    layers.Dropout(0.3),
    layers.Dense(16, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=2e-3),
    loss=keras.losses.BinaryCrossentropy(),     # the last layer gives probabilities
    metrics=[keras.metrics.AUC(name="auc"), keras.metrics.BinaryAccuracy(name="acc")],
)

n_pos = float(y_train.sum())
n_neg = float(len(y_train) - n_pos)
class_weight = {0: len(y_train) / (2 * n_neg), 1: len(y_train) / (2 * n_pos)}

history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=80,
    batch_size=32,
    class_weight=class_weight,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)],
    verbose=0,
)
print("epochs run:", len(history.history["loss"]), " best val loss:", round(min(history.history["val_loss"]), 4))

# highest threshold that still finds 97 % of the malignant validation rows
p_val = model.predict(x_val, verbose=0).ravel()
pos_scores = np.sort(p_val[y_val == 1])[::-1]
need = int(np.ceil(0.97 * len(pos_scores)))
threshold = pos_scores[need - 1]
print(f"threshold {threshold:.3f}")

p_test = model.predict(x_test, verbose=0).ravel()
pred = (p_test >= threshold).astype(int)
tn, fp, fn, tp = confusion_matrix(y_test, pred, labels=[0, 1]).ravel()
print(f"test AUC          {roc_auc_score(y_test, p_test):.3f}")
print(f"test recall       {tp / (tp + fn):.3f}")
print(f"test specificity  {tn / (tn + fp):.3f}")
print(f"test accuracy     {(tp + tn) / len(y_test):.3f}  (everybody healthy: {1 - y_test.mean():.3f})")

model.save("out/qa07/model.keras")
again = keras.saving.load_model("out/qa07/model.keras")
assert np.allclose(again.predict(x_test, verbose=0).ravel(), p_test, atol=1e-5)
