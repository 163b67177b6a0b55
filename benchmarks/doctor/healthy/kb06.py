# Transferlernen im Kleinen: Merkmale auf den Ziffern 0-4 lernen,
# dann mit wenigen Beispielen die Ziffern 5-9 erkennen.
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(42)

X, y = load_digits(return_X_y=True)
X = (X / 16.0).reshape(-1, 8, 8, 1).astype("float32")

quelle = y < 5
Xq, yq = X[quelle], y[quelle]
Xz, yz = X[~quelle], y[~quelle] - 5

# ---------------------------------------------------------------- Vortraining
Xq_tr, Xq_va, yq_tr, yq_va = train_test_split(Xq, yq, test_size=0.2, stratify=yq, random_state=42)

basis = keras.Sequential([
    keras.Input((8, 8, 1)),
    layers.Conv2D(32, 3, padding="same", use_bias=False), layers.BatchNormalization(momentum=0.9), layers.ReLU(),
    layers.MaxPooling2D(),
    layers.Conv2D(64, 3, padding="same", use_bias=False), layers.BatchNormalization(momentum=0.9), layers.ReLU(),
    layers.Flatten(),
], name="basis")

vormodell = keras.Sequential([keras.Input((8, 8, 1)), basis, layers.Dense(5, activation="softmax")])
vormodell.compile(optimizer=keras.optimizers.Adam(1e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
vormodell.fit(
    Xq_tr, yq_tr, validation_data=(Xq_va, yq_va), epochs=20, batch_size=32, verbose=0,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)])
print("Quelle, Validierung:", vormodell.evaluate(Xq_va, yq_va, verbose=0, return_dict=True))

# ------------------------------------------------------- Zielaufgabe, 75 Beispiele
X_tr, X_rest, y_tr, y_rest = train_test_split(Xz, yz, train_size=75, stratify=yz, random_state=42)
X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, train_size=150, stratify=y_rest, random_state=42)

basis.trainable = False
eingang = keras.Input((8, 8, 1))
h = basis(eingang, training=False)          # die BatchNorm bleibt im Auswertungsmodus, auch beim Feintuning
h = layers.Dropout(0.3)(h)
ausgang = layers.Dense(5, activation="softmax")(h)
modell = keras.Model(eingang, ausgang)


def lerne(rate, epochen):
    # nach jeder Änderung von trainable neu kompilieren
    modell.compile(optimizer=keras.optimizers.Adam(rate), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    print("trainierbare Gewichte:", sum(int(np.prod(w.shape)) for w in modell.trainable_weights))
    modell.fit(
        X_tr, y_tr, validation_data=(X_va, y_va), epochs=epochen, batch_size=15, verbose=0,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)])
    return modell.evaluate(X_va, y_va, verbose=0, return_dict=True)


print("nur Kopf  :", lerne(3e-3, 60))

basis.trainable = True
print("Feintuning:", lerne(1e-4, 40))

# ----------------------------------------------------------------- Ergebnis
p = modell.predict(X_te, verbose=0).argmax(axis=1)
mehrheit = np.bincount(y_tr, minlength=5).argmax()
print(f"Test ({len(y_te)} Bilder): {np.mean(p == y_te):.3f}, häufigste Klasse: {np.mean(y_te == mehrheit):.3f}")
