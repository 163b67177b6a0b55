"""Wächter für eine Maschine: ein Autoencoder sieht nur gesunde Zeilen und soll gestörte erkennen.

Die Störung ist tückisch: jeder Messwert für sich sieht normal aus, nur das Zusammenspiel stimmt nicht mehr.
"""
import numpy as np
import keras
from keras import layers
from sklearn.metrics import average_precision_score, roc_auc_score

KANAELE = 16
FEHLALARM = 0.02  # so viele gesunde Zeilen dürfen gemeldet werden


class Maschine:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.mischung = self.rng.normal(0, 1, size=(3, KANAELE))
        self.skala = self.rng.lognormal(0, 1, size=KANAELE)
        self.nullpunkt = self.rng.normal(0, 20, size=KANAELE)

    def gesund(self, n):
        z = self.rng.normal(0, 1, size=(n, 3))
        roh = np.tanh(z @ self.mischung * 0.6) + self.rng.normal(0, 0.08, size=(n, KANAELE))
        return roh * self.skala + self.nullpunkt

    def gestoert(self, n):
        """Fünf Kanäle zeigen die Werte einer anderen Zeile."""
        zeilen, fremd = self.gesund(n), self.gesund(n)
        for i in range(n):
            k = self.rng.choice(KANAELE, size=5, replace=False)
            zeilen[i, k] = fremd[i, k]
        return zeilen


class Waechter:
    def __init__(self, flaschenhals=3):
        self.mittel = self.streuung = self.schwelle = None
        ein = keras.Input((KANAELE,))
        h = layers.Dense(32, activation="gelu")(ein)
        h = layers.Dense(flaschenhals, name="flaschenhals")(h)
        h = layers.Dense(32, activation="gelu")(h)
        self.netz = keras.Model(ein, layers.Dense(KANAELE)(h))
        self.netz.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")

    def _norm(self, x):
        return ((x - self.mittel) / self.streuung).astype("float32")

    def lernen(self, train, val):
        self.mittel, self.streuung = train.mean(axis=0), train.std(axis=0)
        t, v = self._norm(train), self._norm(val)
        self.netz.fit(
            t, t,
            validation_data=(v, v),
            epochs=60, batch_size=128, verbose=2,
            callbacks=[
                keras.callbacks.ReduceLROnPlateau(monitor="val_loss", patience=3, factor=0.5),
                keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
            ],
        )
        return self

    def fehler(self, x):
        x = self._norm(x)
        return np.square(self.netz.predict(x, batch_size=512, verbose=0) - x).mean(axis=1)

    def einstellen(self, gesunde):
        """Schwelle aus gesunden Zeilen, die weder das Lernen noch das Anhalten gesehen hat."""
        self.schwelle = np.quantile(self.fehler(gesunde), 1 - FEHLALARM)
        return self


if __name__ == "__main__":
    keras.utils.set_random_seed(31)
    maschine = Maschine(31)
    train, val, einstell = (maschine.gesund(n) for n in (4000, 1000, 1000))
    test = np.vstack([maschine.gesund(1900), maschine.gestoert(100)])
    wahr = np.repeat([0, 1], [1900, 100])

    waechter = Waechter().lernen(train, val).einstellen(einstell)

    wert = waechter.fehler(test)
    alarm = wert > waechter.schwelle
    # Vergleich: größte Abweichung eines einzelnen Kanals vom Mittel
    einzeln = np.abs((test - waechter.mittel) / waechter.streuung).max(axis=1)

    print(f"AUROC {roc_auc_score(wahr, wert):.3f} (einzelner Kanal {roc_auc_score(wahr, einzeln):.3f}, Zufall 0.5)")
    print(f"AP    {average_precision_score(wahr, wert):.3f} (Anteil der Störungen {wahr.mean():.3f})")
    print(f"gemeldet: {alarm[wahr == 1].mean():.1%} der gestörten, {alarm[wahr == 0].mean():.1%} der gesunden Zeilen")
