# -*- coding: utf-8 -*-
# Ankieta: jak student dojeżdża na uczelnię? (dane zmyślone, ale z regułą + szum)
# Kolumny liczbowe i kategorie razem; kategoria nieznana w treningu dostaje numer 0.
import json
import os

import numpy as np
import pandas as pd
import keras
from keras import layers

keras.utils.set_random_seed(4)
os.makedirs("out/je08", exist_ok=True)

# %% [1] dane -----------------------------------------------------------------
rng = np.random.default_rng(4)
n = 4000
df = pd.DataFrame({
    "odleglosc": rng.gamma(2.0, 3.0, n),
    "budzet": rng.normal(300, 90, n).clip(40),
    "wiek": rng.integers(18, 31, n),
    "dzielnica": rng.choice(["centrum", "polnoc", "poludnie", "zachod", "wies"], n, p=[.3, .2, .2, .2, .1]),
    "pora_roku": rng.choice(["zima", "wiosna", "lato", "jesien"], n),
})
KLASY = ["pieszo", "rower", "autobus", "samochod"]
uzytecznosc = np.column_stack([
    3.0 - 1.1 * df.odleglosc + 1.0 * (df.dzielnica == "centrum"),
    1.5 - 0.35 * df.odleglosc - 2.5 * (df.pora_roku == "zima") + 1.2 * (df.pora_roku == "lato"),
    0.5 + 0.10 * df.odleglosc - 2.0 * (df.dzielnica == "wies"),
    -2.5 + 0.15 * df.odleglosc + 0.010 * (df.budzet - 300) + 0.15 * (df.wiek - 18) + 1.0 * (df.dzielnica == "wies"),
])
df["srodek"] = np.argmax(uzytecznosc + 0.6 * rng.gumbel(size=uzytecznosc.shape), axis=1)

# każdy wiersz to inny student, więc zwykłe losowanie wystarcza
df = df.sample(frac=1, random_state=4).reset_index(drop=True)
trening, walidacja, test = df.iloc[:2600], df.iloc[2600:3200], df.iloc[3200:]

# %% [2] kodowanie: wszystko policzone tylko z treningu -------------------------
LICZBY, KATEGORIE = ["odleglosc", "budzet", "wiek"], ["dzielnica", "pora_roku"]
srednia, odch = trening[LICZBY].mean(), trening[LICZBY].std()
slowniki = {k: {v: i + 1 for i, v in enumerate(sorted(trening[k].unique()))} for k in KATEGORIE}


def koduj(czesc):
    wejscia = {"liczby": ((czesc[LICZBY] - srednia) / odch).to_numpy("float32")}
    for k in KATEGORIE:
        wejscia[k] = np.array([slowniki[k].get(v, 0) for v in czesc[k]], dtype="int32")
    return wejscia, czesc["srodek"].to_numpy("int32")


xt, yt = koduj(trening)
xw, yw = koduj(walidacja)
xs, ys = koduj(test)


# %% [3] własna miara na walidacji ----------------------------------------------
def macierz(prawda, przewidziane, k=len(KLASY)):
    return np.bincount(prawda * k + przewidziane, minlength=k * k).reshape(k, k)


def makro_f1(m):
    mian = m.sum(0) + m.sum(1)
    return float(np.mean(np.where(mian > 0, 2 * np.diag(m) / np.maximum(mian, 1), 0.0)))


class F1NaWalidacji(keras.callbacks.Callback):
    """Po każdej epoce liczy F1 i pamięta najlepsze wagi."""

    def __init__(self, x, y):
        super().__init__()
        self.x, self.y, self.najlepsze, self.wagi = x, y, -1.0, None

    def on_epoch_end(self, epoch, logs=None):
        f1 = makro_f1(macierz(self.y, self.model.predict(self.x, batch_size=600, verbose=0).argmax(1)))
        if f1 > self.najlepsze:
            self.najlepsze, self.wagi = f1, self.model.get_weights()
        print(f"   epoka {epoch + 1}: makro-F1 {f1:.3f} (najlepsze {self.najlepsze:.3f})")

    def on_train_end(self, logs=None):
        self.model.set_weights(self.wagi)


# %% [4] model --------------------------------------------------------------------
we = {"liczby": keras.Input((len(LICZBY),), name="liczby")}
czesci = [we["liczby"]]
for k in KATEGORIE:
    we[k] = keras.Input((), dtype="int32", name=k)
    czesci.append(layers.Embedding(len(slowniki[k]) + 1, 4)(we[k]))
h = layers.Concatenate()(czesci)
h = layers.Dense(48, activation="relu")(h)
h = layers.Dropout(0.1)(h)
h = layers.Dense(24, activation="relu")(h)
model = keras.Model(we, layers.Dense(len(KLASY))(h))          # logity, bez softmaxu
model.compile(optimizer=keras.optimizers.Adam(3e-3),
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
              metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])
model.fit(xt, yt, validation_data=(xw, yw), epochs=20, batch_size=64, verbose=2,
          callbacks=[F1NaWalidacji(xw, yw)])

# %% [5] test ----------------------------------------------------------------------
p = model.predict(xs, verbose=0).argmax(1)
m = macierz(ys, p)
print(pd.DataFrame(m, index=KLASY, columns=KLASY))
zgadywanie = np.full_like(ys, np.bincount(yt).argmax())
wynik = {"acc": float((p == ys).mean()), "makro_f1": makro_f1(m),
         "acc_najczestsza": float((zgadywanie == ys).mean()), "f1_najczestsza": makro_f1(macierz(ys, zgadywanie))}
print(wynik)
json.dump(wynik, open("out/je08/wynik.json", "w"), indent=1)
