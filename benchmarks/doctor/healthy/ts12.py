#!/usr/bin/env python
"""Rare-event classification: class weights, PR-AUC for early stopping, threshold chosen on validation data."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, classification_report, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.utils.class_weight import compute_class_weight

tf.keras.utils.set_random_seed(123)

X, y = make_classification(n_samples=8000, n_features=20, n_informative=8, n_redundant=4, n_clusters_per_class=2,
                           weights=[0.95], class_sep=1.3, flip_y=0.005, random_state=123)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=123)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=123)

scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_val, X_test = scaler.transform(X_val), scaler.transform(X_test)

classes = np.unique(y_train)
class_weight = dict(zip(classes.tolist(), compute_class_weight("balanced", classes=classes, y=y_train)))
print("positives: %.1f%%  class weights: %s" % (100 * y_train.mean(), {k: round(v, 2) for k, v in class_weight.items()}))

METRICS = [
    tf.keras.metrics.AUC(name="prc", curve="PR"),
    tf.keras.metrics.Precision(name="precision"),
    tf.keras.metrics.Recall(name="recall"),
]

model = tf.keras.models.Sequential()
model.add(tf.keras.layers.Input(shape=(X_train.shape[-1],)))
model.add(tf.keras.layers.Dense(64, activation="relu"))
model.add(tf.keras.layers.Dropout(0.3))
model.add(tf.keras.layers.Dense(32, activation="relu"))
model.add(tf.keras.layers.Dense(1, activation="sigmoid"))
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=tf.keras.losses.BinaryCrossentropy(), metrics=METRICS)

early = tf.keras.callbacks.EarlyStopping(monitor="val_prc", mode="max", patience=6, restore_best_weights=True)
history = model.fit(X_train, y_train, validation_data=(X_val, y_val), epochs=30, batch_size=128,
                    class_weight=class_weight, callbacks=[early], verbose=0)
print("stopped after", len(history.history["loss"]), "epochs; best val PR-AUC", round(max(history.history["val_prc"]), 3))

# weighting shifts the probabilities: choose the operating point on the validation set, not on the test set
val_scores = model.predict(X_val, verbose=0).ravel()
precision, recall, thresholds = precision_recall_curve(y_val, val_scores)
f1 = 2 * precision[:-1] * recall[:-1] / np.maximum(precision[:-1] + recall[:-1], 1e-12)
threshold = thresholds[np.argmax(f1)]

test_scores = model.predict(X_test, verbose=0).ravel()
decision = (test_scores >= threshold).astype(int)
print(f"threshold {threshold:.3f}")
print(classification_report(y_test, decision, digits=3))
print(f"test average precision {average_precision_score(y_test, test_scores):.3f} (chance {y_test.mean():.3f}), "
      f"F1 {f1_score(y_test, decision):.3f}")
