# Vom Notebook "transfer_ziffern.ipynb" exportiert
# %% [markdown]
# Erst lernt ein kleines Netz die Ziffern 0-4. Dann wird sein Rumpf eingefroren und nur ein
# neuer Kopf für die Ziffern 5-9 gelernt (mit wenigen Zeilen), zum Schluss wird alles mit
# kleiner Lernrate nachgezogen. Nach jedem Umstellen von `trainable` wird neu kompiliert.

# %%
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(2024)

X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32").reshape(-1, 8, 8, 1)
niedrig, hoch = y < 5, y >= 5

Xa, Xa_val, ya, ya_val = train_test_split(X[niedrig], y[niedrig], test_size=0.2, stratify=y[niedrig], random_state=1)

Xb, yb = X[hoch], y[hoch] - 5                       # Klassen 0..4 für den neuen Kopf
Xb, Xb_test, yb, yb_test = train_test_split(Xb, yb, test_size=300, stratify=yb, random_state=2)
Xb, Xb_val, yb, yb_val = train_test_split(Xb, yb, test_size=150, stratify=yb, random_state=3)
Xb, _, yb, _ = train_test_split(Xb, yb, train_size=100, stratify=yb, random_state=4)   # absichtlich wenig
print("Vortraining", Xa.shape, "Ziel", Xb.shape, Xb_val.shape, Xb_test.shape)

# %% Rumpf
rumpf = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, padding="same", use_bias=False),
        layers.BatchNormalization(momentum=0.9),
        layers.ReLU(),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", use_bias=False),
        layers.BatchNormalization(momentum=0.9),
        layers.ReLU(),
        layers.Flatten(),
    ],
    name="rumpf",
)


def bremse(geduld):
    return keras.callbacks.EarlyStopping(monitor="val_loss", patience=geduld, restore_best_weights=True)


# %% Vortraining auf 0-4
vor = keras.Sequential([rumpf, layers.Dropout(0.3), layers.Dense(5, activation="softmax")])
vor.compile(keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
vor.fit(Xa, ya, validation_data=(Xa_val, ya_val), epochs=20, batch_size=32, callbacks=[bremse(4)], verbose=2)

# %% Neuer Kopf, Rumpf eingefroren
rumpf.trainable = False
eingang = keras.Input((8, 8, 1))
# training=False: die BatchNorm-Statistik bleibt die aus dem Vortraining, auch später beim Auftauen
h = rumpf(eingang, training=False)
h = layers.Dropout(0.2)(h)
ziel = keras.Model(eingang, layers.Dense(5, activation="softmax", name="kopf")(h))
ziel.compile(keras.optimizers.Adam(3e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
print("trainierbare Tensoren, eingefroren:", len(ziel.trainable_variables))
ziel.fit(Xb, yb, validation_data=(Xb_val, yb_val), epochs=60, batch_size=20, callbacks=[bremse(8)], verbose=0)
stufe1 = ziel.evaluate(Xb_val, yb_val, verbose=0, return_dict=True)
print("Validierung nur Kopf:", {k: round(v, 4) for k, v in stufe1.items()})

# %% Auftauen
rumpf.trainable = True
ziel.compile(keras.optimizers.Adam(2e-4), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
print("trainierbare Tensoren, aufgetaut:", len(ziel.trainable_variables))
ziel.fit(Xb, yb, validation_data=(Xb_val, yb_val), epochs=60, batch_size=20, callbacks=[bremse(8)], verbose=0)
stufe2 = ziel.evaluate(Xb_val, yb_val, verbose=0, return_dict=True)
print("Validierung alles:   ", {k: round(v, 4) for k, v in stufe2.items()})

# %% Endergebnis, einmal auf den Testzeilen
ende = ziel.evaluate(Xb_test, yb_test, verbose=0, return_dict=True)
haeufigste = np.bincount(yb).argmax()
print(f"Test: Genauigkeit {ende['accuracy']:.4f}, immer dieselbe Klasse {np.mean(yb_test == haeufigste):.4f}")
