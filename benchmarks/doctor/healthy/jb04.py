# -*- coding: utf-8 -*-
# Wein-Klassifikation, eigene Trainingsschleife mit GradientTape und tf.function.
# Kreuzvalidierung: je Faltung ein neues Modell, neue Skalierung, neuer Optimierer.
import numpy as np
import tensorflow as tf
import keras
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold

EPOCHEN = 40
STAPEL = 16
LERNRATE = 5e-3


def baue_modell(merkmale, klassen):
    return keras.Sequential([
        keras.Input((merkmale,)),
        keras.layers.Dense(24, activation="tanh"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(klassen),          # Logits
    ])


def mache_schritt(modell, optimierer, verlust):
    # eine neue tf.function je Modell, damit die Variablen nicht vermischt werden
    @tf.function
    def schritt(x, y):
        with tf.GradientTape() as band:
            logits = modell(x, training=True)
            wert = verlust(y, logits)
        grad = band.gradient(wert, modell.trainable_variables)
        optimierer.apply_gradients(zip(grad, modell.trainable_variables))
        return wert
    return schritt


def faltung(x_tr, y_tr, x_te, y_te, saat):
    mittel = x_tr.mean(axis=0)
    streuung = x_tr.std(axis=0) + 1e-7
    x_tr = (x_tr - mittel) / streuung
    x_te = (x_te - mittel) / streuung

    modell = baue_modell(x_tr.shape[1], 3)
    optimierer = keras.optimizers.Adam(LERNRATE)
    verlust = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    schritt = mache_schritt(modell, optimierer, verlust)

    daten = (tf.data.Dataset.from_tensor_slices((x_tr, y_tr))
             .shuffle(len(x_tr), seed=saat)
             .batch(STAPEL))
    mittelwert = keras.metrics.Mean()
    for epoche in range(EPOCHEN):
        mittelwert.reset_state()
        for x, y in daten:
            # der letzte Stapel ist kleiner, darum gewichtet
            mittelwert.update_state(schritt(x, y), sample_weight=tf.cast(tf.shape(x)[0], tf.float32))
        if epoche in (0, EPOCHEN - 1):
            print(f"   Epoche {epoche + 1:3d}  Verlust {float(mittelwert.result()):.4f}")

    logits = modell(tf.constant(x_te), training=False).numpy()
    return logits.argmax(axis=1)


def haupt():
    keras.utils.set_random_seed(1)
    x, y = load_wine(return_X_y=True)
    x, y = x.astype("float32"), y.astype("int64")
    vorhersage = np.full_like(y, -1)
    teiler = StratifiedKFold(n_splits=5, shuffle=True, random_state=1)
    for k, (tr, te) in enumerate(teiler.split(x, y)):
        print("Faltung", k + 1)
        vorhersage[te] = faltung(x[tr], y[tr], x[te], y[te], saat=k)
        print(f"   Genauigkeit {np.mean(vorhersage[te] == y[te]):.3f}")
    assert (vorhersage >= 0).all()
    print(f"gesamt, jede Zeile einmal ungesehen: {np.mean(vorhersage == y):.3f}"
          f"   häufigste Klasse: {np.bincount(y).max() / len(y):.3f}")


if __name__ == "__main__":
    haupt()
