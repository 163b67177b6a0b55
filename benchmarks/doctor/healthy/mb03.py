# Regression mit Unsicherheit: das Netz sagt Mittelwert und Streuung voraus.
from dataclasses import dataclass
from pathlib import Path

import keras
import numpy as np
from keras import layers, ops


@dataclass(frozen=True)
class Einstellungen:
    saat: int = 3
    n: int = 3000
    epochen: int = 120
    lr: float = 3e-3
    ordner: str = "out/mb03"


def daten(n, saat):
    r = np.random.default_rng(saat)
    x = r.uniform(-3, 3, size=(n, 1))
    streuung = 0.1 + 0.25 * np.abs(x)
    y = np.sin(2 * x) + 0.5 * x + streuung * r.normal(size=(n, 1))
    return x.astype("float32"), y.astype("float32")


def gauss_nll(y, raus):
    """raus[:, 0] ist der Mittelwert, raus[:, 1] der Logarithmus der Varianz."""
    mu, logvar = raus[:, 0:1], raus[:, 1:2]
    return ops.mean(0.5 * (ops.log(2 * np.pi) + logvar + ops.square(y - mu) * ops.exp(-logvar)), axis=-1)


class Abdeckung(keras.metrics.Metric):
    """Anteil der Zeilen, die im 90-Prozent-Band liegen."""

    def __init__(self, z=1.6449, name="abdeckung", **kw):
        super().__init__(name=name, **kw)
        self.z = z
        self.drin = self.add_variable(shape=(), initializer="zeros", name="drin")
        self.alle = self.add_variable(shape=(), initializer="zeros", name="alle")

    def update_state(self, y_true, y_pred, sample_weight=None):
        mu, sd = y_pred[:, 0:1], ops.exp(0.5 * y_pred[:, 1:2])
        treffer = ops.cast(ops.abs(y_true - mu) <= self.z * sd, "float32")
        gewicht = ops.ones_like(treffer) if sample_weight is None else ops.reshape(ops.cast(sample_weight, "float32"), (-1, 1))
        self.drin.assign_add(ops.sum(treffer * gewicht))
        self.alle.assign_add(ops.sum(gewicht))

    def result(self):
        return self.drin / ops.maximum(self.alle, 1.0)


def netz():
    ein = keras.Input((1,))
    h = layers.Dense(64, activation="gelu")(ein)
    h = layers.Dense(64, activation="gelu")(h)
    mu = layers.Dense(1, name="mu")(h)
    # begrenzt, damit am Anfang nichts davonläuft: logvar in (-6, 6)
    logvar = layers.Dense(1, name="roh")(h)
    logvar = layers.Lambda(lambda t: 6.0 * ops.tanh(t / 6.0), output_shape=(1,), name="logvar")(logvar)
    return keras.Model(ein, layers.Concatenate()([mu, logvar]))


def main(e=Einstellungen()):
    keras.utils.set_random_seed(e.saat)
    (xt, yt), (xv, yv), (xe, ye) = daten(e.n, 0), daten(600, 1), daten(1000, 2)
    modell = netz()
    modell.compile(
        optimizer=keras.optimizers.Adam(e.lr, clipnorm=1.0),
        loss=gauss_nll,
        metrics=[Abdeckung()],
    )
    modell.fit(
        xt, yt, validation_data=(xv, yv), batch_size=128, epochs=e.epochen, verbose=0,
        callbacks=[
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=5, min_lr=1e-4),
            keras.callbacks.EarlyStopping(monitor="val_loss", patience=15, restore_best_weights=True),
        ],
    )
    auf_test = modell.evaluate(xe, ye, batch_size=250, verbose=0, return_dict=True)
    mu = modell.predict(xe, verbose=0)[:, :1]
    # zum Vergleich: eine einzige Normalverteilung für alle, aus den Trainingszeilen
    m, s = yt.mean(), yt.std()
    nichts = np.mean(0.5 * np.log(2 * np.pi * s**2) + (ye - m) ** 2 / (2 * s**2))
    print(f"Test: NLL {auf_test['loss']:.3f} (ohne Wissen {nichts:.3f}), Abdeckung {auf_test['abdeckung']:.3f} (Ziel 0.90)")
    print(f"Test: RMSE {np.sqrt(np.mean((mu - ye) ** 2)):.3f} (Mittelwert {np.sqrt(np.mean((m - ye) ** 2)):.3f})")
    ordner = Path(e.ordner)
    ordner.mkdir(parents=True, exist_ok=True)
    modell.save_weights(ordner / "netz.weights.h5")


if __name__ == "__main__":
    main()
