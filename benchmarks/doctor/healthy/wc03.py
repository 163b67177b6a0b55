"""Breast cancer, Keras 3 functional model with the scaling inside the model."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(3)

bunch = load_breast_cancer()
X = bunch.data.astype("float32")
y = (bunch.target == 0).astype("float32")      # 1 = malignant (the data set codes that as 0)

X_tmp, X_te, y_tmp, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=3)
X_tr, X_va, y_tr, y_va = train_test_split(X_tmp, y_tmp, test_size=0.25, stratify=y_tmp, random_state=3)

scale = layers.Normalization(axis=-1)
scale.adapt(X_tr)                               # training rows only

inp = keras.Input((X.shape[1],))
h = scale(inp)
h = layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3))(h)
h = layers.Dropout(0.3)(h)
out = layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inp, out)

model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.BinaryCrossentropy(),     # the output is a probability already
    metrics=[keras.metrics.BinaryAccuracy(name="acc"), keras.metrics.AUC(name="auc")],
)
model.fit(
    X_tr, y_tr[:, None],
    validation_data=(X_va, y_va[:, None]),
    epochs=100, batch_size=32, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(
        monitor="val_loss", mode="min", patience=10, restore_best_weights=True)],
)

# A missed tumour is worse than a false alarm: take the highest threshold which
# still finds at least 97 % of the malignant validation cases.
p_va = model.predict(X_va, verbose=0).ravel()
candidates = np.unique(p_va)
recalls = np.array([(p_va[y_va == 1] >= t).mean() for t in candidates])
threshold = candidates[recalls >= 0.97].max()

p_te = model.predict(X_te, verbose=0).ravel()
tn, fp, fn, tp = confusion_matrix(y_te, p_te >= threshold).ravel()
print(f"threshold (from validation) {threshold:.3f}")
print(f"test AUC         {roc_auc_score(y_te, p_te):.4f}")
print(f"test recall      {tp / (tp + fn):.4f}")
print(f"test specificity {tn / (tn + fp):.4f}")
print(f"test accuracy    {(tp + tn) / len(y_te):.4f}   (all benign: {1 - y_te.mean():.4f})")

os.makedirs("out/wc03", exist_ok=True)
model.save("out/wc03/model.keras")
