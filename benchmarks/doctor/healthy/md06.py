#!/usr/bin/env python
# Herzschläge einordnen: normal, ventrikuläre Extrasystole, supraventrikuläre Extrasystole.
# Getrennt wird nach Patienten - kein Patient liegt in zwei Teilen.
import math
import os

import keras
import numpy as np
from keras import layers
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import GroupShuffleSplit

keras.utils.set_random_seed(8)
ZIEL = "out/md06"
os.makedirs(ZIEL, exist_ok=True)
LAENGE = 96
KLASSEN = ["normal", "VES", "SVES"]
SCHLAG = np.dtype([("patient", "i4"), ("klasse", "i4"), ("kurve", "f4", (LAENGE,))])


def glocke(t, mitte, breite, hoehe):
    return hoehe * np.exp(-0.5 * ((t - mitte) / breite) ** 2)


def patient_erzeugen(rng, nummer, anzahl=60):
    """Jeder Patient hat eigene Höhen und Breiten; die Häufigkeit der Klassen ist ungleich."""
    t = np.linspace(0, 1, LAENGE)
    r_hoehe, r_breite = rng.uniform(0.8, 1.4), rng.uniform(0.018, 0.026)
    p_hoehe, t_hoehe = rng.uniform(0.12, 0.22), rng.uniform(0.2, 0.4)
    schlaege = np.zeros(anzahl, dtype=SCHLAG)
    schlaege["patient"] = nummer
    schlaege["klasse"] = rng.choice(3, size=anzahl, p=[0.7, 0.15, 0.15])
    for s in schlaege:
        r = 0.45 + rng.normal(0, 0.01)
        if s["klasse"] == 1:        # breiter Komplex, keine P-Welle, T-Welle umgekehrt
            k = glocke(t, r, 2.6 * r_breite, 1.1 * r_hoehe) + glocke(t, r + 0.25, 0.06, -t_hoehe)
        else:
            p_mitte = r - (0.17 if s["klasse"] == 0 else 0.30)
            k = (glocke(t, p_mitte, 0.025, p_hoehe) + glocke(t, r, r_breite, r_hoehe)
                 + glocke(t, r + 0.06, 0.02, -0.2 * r_hoehe) + glocke(t, r + 0.28, 0.05, t_hoehe))
        drift = 0.1 * np.sin(2 * np.pi * (0.3 * t + rng.random()))
        s["kurve"] = k + drift + rng.normal(0, 0.03, LAENGE)
    return schlaege


class Schlaege(keras.utils.PyDataset):
    """Reicht die Schläge stapelweise weiter; nur beim Lernen gemischt und etwas verändert."""

    def __init__(self, feld, stapel=64, lernen=False, **kwargs):
        super().__init__(**kwargs)
        self.feld, self.stapel, self.lernen = feld, stapel, lernen
        self.rng = np.random.default_rng(1)
        self.folge = np.arange(len(feld))
        self.on_epoch_end()

    def __len__(self):
        return math.ceil(len(self.feld) / self.stapel)

    def __getitem__(self, i):
        teil = self.feld[self.folge[i * self.stapel:(i + 1) * self.stapel]]
        kurven = teil["kurve"] - teil["kurve"].mean(axis=1, keepdims=True)
        if self.lernen:
            kurven = kurven * self.rng.uniform(0.9, 1.1, (len(teil), 1)).astype("f4")
        return kurven[..., None], teil["klasse"]

    def on_epoch_end(self):
        if self.lernen:
            self.rng.shuffle(self.folge)


rng = np.random.default_rng(8)
alle = np.concatenate([patient_erzeugen(rng, n) for n in range(60)])

aussen = GroupShuffleSplit(n_splits=1, test_size=0.2, random_state=0)
rest, pruefung = next(aussen.split(alle, groups=alle["patient"]))
innen = GroupShuffleSplit(n_splits=1, test_size=0.2, random_state=1)
lern, wahl = next(innen.split(rest, groups=alle["patient"][rest]))
lern, wahl = rest[lern], rest[wahl]
assert not set(alle["patient"][lern]) & set(alle["patient"][pruefung])
assert not set(alle["patient"][lern]) & set(alle["patient"][wahl])

anzahlen = np.bincount(alle["klasse"][lern], minlength=3)
gewichte = {k: anzahlen.sum() / (3 * n) for k, n in enumerate(anzahlen)}

netz = keras.Sequential([
    keras.Input((LAENGE, 1)),
    layers.Conv1D(16, 7, padding="same", activation="relu"),
    layers.MaxPooling1D(2),
    layers.Conv1D(32, 5, padding="same", activation="relu"),
    layers.MaxPooling1D(2),
    layers.Flatten(),
    layers.Dropout(0.3),
    layers.Dense(32, activation="relu"),
    layers.Dense(3),
])
netz.compile(optimizer=keras.optimizers.Adam(1e-3),
             loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
             metrics=["sparse_categorical_accuracy"])
netz.fit(Schlaege(alle[lern], lernen=True), validation_data=Schlaege(alle[wahl]), epochs=15,
         class_weight=gewichte, verbose=2,
         callbacks=[keras.callbacks.ModelCheckpoint(f"{ZIEL}/bestes.keras", monitor="val_loss",
                                                    save_best_only=True)])

bestes = keras.models.load_model(f"{ZIEL}/bestes.keras")
vorhersage = bestes.predict(Schlaege(alle[pruefung]), verbose=0).argmax(axis=-1)
wahrheit = alle["klasse"][pruefung]
print(classification_report(wahrheit, vorhersage, target_names=KLASSEN, digits=3))
immer_normal = np.zeros_like(wahrheit)
print("Makro-F1 des Netzes      ", round(f1_score(wahrheit, vorhersage, average="macro"), 3))
print("Makro-F1 'immer normal'  ",
      round(f1_score(wahrheit, immer_normal, average="macro", zero_division=0), 3))
