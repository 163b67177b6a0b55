"""Livraisons : intervalle de temps à 80 % par régression quantile (10 %, 50 %, 90 %)."""
import pathlib

import keras
import numpy as np
from keras import layers, ops

TAUX = (0.1, 0.5, 0.9)
SORTIE = pathlib.Path("out/kb11")


@keras.saving.register_keras_serializable(package="livraisons")
class Pinball(keras.losses.Loss):
    """Perte de quantile, moyenne sur les quantiles demandés."""

    def __init__(self, taux=TAUX, name="pinball", **kwargs):
        super().__init__(name=name, **kwargs)
        self.taux = tuple(taux)

    def call(self, y_true, y_pred):
        tau = ops.convert_to_tensor(self.taux, dtype=y_pred.dtype)
        ecart = ops.cast(y_true, y_pred.dtype) - y_pred          # (n, 1) - (n, 3)
        return ops.mean(ops.maximum(tau * ecart, (tau - 1.0) * ecart), axis=-1)

    def get_config(self):
        return {**super().get_config(), "taux": list(self.taux)}


@keras.saving.register_keras_serializable(package="livraisons")
class Ordonne(layers.Layer):
    """Trois sorties libres -> q10 <= q50 <= q90, donc jamais de croisement."""

    def call(self, z):
        bas, milieu, haut = z[:, 0:1], z[:, 1:2], z[:, 2:3]
        return ops.concatenate([milieu - ops.softplus(bas), milieu, milieu + ops.softplus(haut)], axis=-1)


def donnees(n, graine):
    alea = np.random.default_rng(graine)
    distance = alea.uniform(0.5, 15, n)
    heure = alea.uniform(8, 20, n)
    pluie = (alea.random(n) < 0.25).astype(float)
    pointe = np.exp(-0.5 * ((heure - 18) / 1.2) ** 2) + 0.7 * np.exp(-0.5 * ((heure - 8.5) / 0.8) ** 2)
    centre = 8 + 2.2 * distance + 9 * pointe + 4 * pluie
    largeur = 1.0 + 0.25 * distance + 4 * pointe + 1.5 * pluie
    minutes = centre + largeur * (alea.gamma(2.0, 1.0, n) - 2.0)     # bruit asymétrique
    return np.stack([distance, heure, pluie], 1).astype("float32"), minutes.astype("float32")[:, None]


def perte_numpy(y, q):
    e = y - q
    t = np.array(TAUX)
    return np.maximum(t * e, (t - 1) * e).mean()


def rapport(nom, y, q):
    dedans = ((y[:, 0] >= q[:, 0]) & (y[:, 0] <= q[:, 2])).mean()
    sous = (y <= q).mean(axis=0)
    print(f"{nom:<14} perte {perte_numpy(y, q):.3f}  couverture {dedans:.3f}  "
          f"largeur {np.mean(q[:, 2] - q[:, 0]):.1f} min  part sous q: {np.round(sous, 3)}")


keras.utils.set_random_seed(31)
SORTIE.mkdir(parents=True, exist_ok=True)
x, y = donnees(9000, 31)                       # lignes indépendantes
x_app, x_val, x_test = np.split(x, [6000, 7500])
y_app, y_val, y_test = np.split(y, [6000, 7500])
moyenne, ecart_type = y_app.mean(), y_app.std()

norme = layers.Normalization()
norme.adapt(x_app)
modele = keras.Sequential([
    keras.Input((3,)), norme,
    layers.Dense(64, activation="swish"),
    layers.Dense(64, activation="swish"),
    layers.Dense(3), Ordonne(),
])
modele.compile(optimizer=keras.optimizers.Adam(2e-3), loss=Pinball())
fichier = SORTIE / "meilleur.keras"
modele.fit(
    x_app, (y_app - moyenne) / ecart_type,
    validation_data=(x_val, (y_val - moyenne) / ecart_type),
    epochs=40, batch_size=64, verbose=2,
    callbacks=[
        keras.callbacks.ModelCheckpoint(fichier, monitor="val_loss", save_best_only=True),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.4, patience=3),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=8),
    ],
)

meilleur = keras.models.load_model(fichier)
quantiles = meilleur.predict(x_test, verbose=0) * ecart_type + moyenne
sans_rien = np.tile(np.quantile(y_app, TAUX), (len(y_test), 1))
rapport("réseau", y_test, quantiles)
rapport("sans entrées", y_test, sans_rien)
