# -*- coding: utf-8 -*-
# Notebook "Brustkrebs", als Skript exportiert

# %% Importe
import os

import keras
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(3)
os.makedirs("out/qc04", exist_ok=True)

# %% Daten: im Original ist 0 = bösartig; wir wollen "bösartig" als positive Klasse
roh = load_breast_cancer()
X = roh.data.astype("float32")
y = (roh.target == 0).astype("float32")

X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=3)
X_tr, X_val, y_tr, y_val = train_test_split(X_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=3)
print("Zeilen:", len(X_tr), len(X_val), len(X_test), "Anteil bösartig:", y_tr.mean().round(3))

# %% Modell: die Normalisierung lernt Mittel und Varianz nur aus den Trainingszeilen
norm = keras.layers.Normalization(axis=-1)
norm.adapt(X_tr)

ein = keras.Input(shape=(X.shape[1],))
h = norm(ein)
h = keras.layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4))(h)
h = keras.layers.Dropout(0.3)(h)
aus = keras.layers.Dense(1, activation="sigmoid")(h)
modell = keras.Model(ein, aus)
modell.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.BinaryCrossentropy(),  # Ausgang ist schon eine Wahrscheinlichkeit
    metrics=[keras.metrics.AUC(name="auc")],
)

# %% Training
verlauf = modell.fit(
    X_tr,
    y_tr,
    validation_data=(X_val, y_val),
    epochs=80,
    batch_size=32,
    verbose=0,
    callbacks=[
        keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=10, restore_best_weights=True)
    ],
)
print("Epochen:", len(verlauf.history["loss"]), "beste val_loss:", round(min(verlauf.history["val_loss"]), 4))

# %% Schwelle auf den Validierungszeilen: mindestens 97 % der bösartigen finden,
# darunter die größte Schwelle (also am wenigsten Fehlalarme)
p_val = modell.predict(X_val, verbose=0).ravel()
kandidaten = np.unique(p_val)
treffer = np.array([np.mean(p_val[y_val == 1] >= s) for s in kandidaten])
schwelle = kandidaten[treffer >= 0.97].max()
print("Schwelle:", round(float(schwelle), 3))

# %% Test, einmal
p_test = modell.predict(X_test, verbose=0).ravel()
tn, fp, fn, tp = confusion_matrix(y_test.astype(int), (p_test >= schwelle).astype(int)).ravel()
print(f"Test-AUC         {roc_auc_score(y_test, p_test):.4f}")
print(f"Sensitivität     {tp / (tp + fn):.3f}")
print(f"Spezifität       {tn / (tn + fp):.3f}")
print(f"Trefferquote     {(tp + tn) / len(y_test):.3f}  (immer gutartig: {1 - y_test.mean():.3f})")
modell.save("out/qc04/modell.keras")
