"""Autoencoder che impara solo i tessuti benigni; i maligni si riconoscono dall'errore di ricostruzione."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler


def carica(seme):
    dati = load_breast_cancer()
    caso = np.random.default_rng(seme)
    benigni = caso.permutation(np.flatnonzero(dati.target == 1))
    maligni = np.flatnonzero(dati.target == 0)
    n = len(benigni)
    tr, va, te = np.split(benigni, [int(0.6 * n), int(0.8 * n)])
    scala = StandardScaler().fit(dati.data[tr])          # soltanto i benigni di addestramento

    def prendi(righe):
        # valori estremi tagliati: la scala è quella dei benigni
        return np.clip(scala.transform(dati.data[righe]), -8, 8).astype("float32")

    prova = prendi(np.concatenate([te, maligni]))
    etichetta = np.concatenate([np.zeros(len(te)), np.ones(len(maligni))]).astype(int)
    return prendi(tr), prendi(va), prova, etichetta


def costruisci(ingressi, codice=6):
    codifica = keras.Sequential(
        [keras.Input((ingressi,)), layers.Dense(20, activation="elu"), layers.Dense(codice)], name="codifica")
    decodifica = keras.Sequential(
        [keras.Input((codice,)), layers.Dense(20, activation="elu"), layers.Dense(ingressi)], name="decodifica")
    x = keras.Input((ingressi,))
    sporco = layers.GaussianNoise(0.1)(x)                # attivo solo durante l'addestramento
    return keras.Model(x, decodifica(codifica(sporco)))


def errore(modello, x):
    return np.mean((modello.predict(x, verbose=0) - x) ** 2, axis=1)


def main():
    keras.utils.set_random_seed(8)
    x_tr, x_va, x_te, y_te = carica(8)
    modello = costruisci(x_tr.shape[1])
    modello.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
    storia = modello.fit(
        x_tr, x_tr, validation_data=(x_va, x_va), epochs=150, batch_size=16, verbose=0,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=12, restore_best_weights=True)])
    print(f"{len(storia.epoch)} epoche, errore di validazione {min(storia.history['val_loss']):.3f}")

    # la media dei benigni di addestramento (zero, dopo la scala) come ricostruzione di chi non sa nulla
    nulla = np.mean(x_va ** 2)
    print(f"ricostruzione con la media: {nulla:.3f}")

    soglia = np.quantile(errore(modello, x_va), 0.95)
    e = errore(modello, x_te)
    allarme = e > soglia
    print(f"soglia (95% dei benigni di validazione): {soglia:.3f}")
    print(f"prova: AUC {roc_auc_score(y_te, e):.3f}  (caso: 0.5)")
    print(f"       maligni trovati {allarme[y_te == 1].mean():.3f}, falsi allarmi {allarme[y_te == 0].mean():.3f}")


if __name__ == "__main__":
    main()
