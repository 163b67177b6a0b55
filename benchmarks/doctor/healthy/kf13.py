"""Quel accord ? Majeur, mineur, diminué ou augmenté, d'après une demi-seconde de son synthétique.

Le son est réduit à un chroma (12 classes de hauteur). Transposer un accord ne change pas sa qualité :
une convolution circulaire suivie d'un maximum sur les douze positions respecte cela par construction.
Un peu de bruit est ajouté au chroma pendant l'entraînement, et seulement là.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf

FE, N = 8000, 4096                       # fréquence d'échantillonnage, longueur d'un extrait
ACCORDS = {"majeur": (0, 4, 7), "mineur": (0, 3, 7), "diminué": (0, 3, 6), "augmenté": (0, 4, 8)}
NOMS = list(ACCORDS)


def jouer(qualite, alea):
    """Un extrait : trois notes, quelques harmoniques, un instrument légèrement désaccordé, du bruit."""
    t = np.arange(N) / FE
    fondamentale = 220.0 * 2 ** (alea.integers(12) / 12)
    justesse = 2 ** (alea.normal(0, 0.06) / 12)
    pente = alea.uniform(0.25, 0.6)      # timbre : décroissance des harmoniques
    son = np.zeros(N)
    for demi_tons in ACCORDS[qualite]:
        f = fondamentale * justesse * 2 ** (demi_tons / 12)
        force = alea.uniform(0.6, 1.0)
        for h in range(1, 5):
            if h * f < FE / 2:
                son += force * pente ** (h - 1) * np.sin(2 * np.pi * h * f * t + alea.uniform(0, 2 * np.pi))
    return son * np.exp(-2 * t) + alea.normal(0, 0.15, N)


FREQ = np.fft.rfftfreq(N, 1 / FE)
UTILES = (FREQ > 200) & (FREQ < 1900)
CLASSE = np.round(69 + 12 * np.log2(FREQ[UTILES] / 440)).astype(int) % 12


def chroma(son):
    energie = np.abs(np.fft.rfft(son * np.hanning(N)))[UTILES] ** 2
    c = np.sqrt(np.bincount(CLASSE, weights=energie, minlength=12))
    return c / c.max()


def fabriquer(n, graine):
    alea = np.random.default_rng(graine)
    y = alea.integers(len(NOMS), size=n)
    x = np.stack([chroma(jouer(NOMS[k], alea)) for k in y])
    return x.astype("float32"), y.astype("int32")


def salir(x, y):
    return x + tf.random.normal(tf.shape(x), stddev=0.03), y


class CircConv(tf.keras.layers.Layer):
    """Convolution sur le cercle des douze demi-tons : après si revient do."""

    def __init__(self, filtres, **kw):
        super().__init__(**kw)
        self.conv = tf.keras.layers.Conv1D(filtres, 12, padding="valid", activation="relu")

    def build(self, forme):
        self.conv.build((forme[0], 23, forme[2]))
        super().build(forme)

    def call(self, x):
        return self.conv(tf.concat([x, x[:, :11]], axis=1))


def main():
    tf.keras.utils.set_random_seed(440)
    (xa, ya), (xv, yv), (xt, yt) = (fabriquer(n, g) for n, g in ((2400, 1), (500, 2), (500, 3)))
    print("effectifs d'entraînement :", dict(zip(NOMS, np.bincount(ya, minlength=4).tolist())))

    lot = 48
    ds_a = (tf.data.Dataset.from_tensor_slices((xa, ya))
            .shuffle(len(xa), reshuffle_each_iteration=True)
            .map(salir, num_parallel_calls=tf.data.AUTOTUNE)
            .batch(lot).prefetch(tf.data.AUTOTUNE))
    ds_v = tf.data.Dataset.from_tensor_slices((xv, yv)).batch(250)

    epoques = 20
    rythme = tf.keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=3e-3, decay_steps=epoques * int(np.ceil(len(xa) / lot)))
    modele = tf.keras.Sequential([
        tf.keras.Input((12,)),
        tf.keras.layers.Reshape((12, 1)),
        CircConv(24),
        tf.keras.layers.GlobalMaxPooling1D(),
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dense(len(NOMS), activation="softmax"),
    ])
    modele.compile(optimizer=tf.keras.optimizers.Adam(rythme), loss="sparse_categorical_crossentropy",
                   metrics=["accuracy"])

    os.makedirs("out/kf13", exist_ok=True)
    fichier = "out/kf13/meilleur.weights.h5"
    modele.fit(ds_a, validation_data=ds_v, epochs=epoques, verbose=2, callbacks=[
        tf.keras.callbacks.ModelCheckpoint(fichier, monitor="val_accuracy", mode="max",
                                           save_best_only=True, save_weights_only=True)])
    modele.load_weights(fichier)

    devine = modele.predict(xt, verbose=0, batch_size=250).argmax(axis=1)
    table = tf.math.confusion_matrix(yt, devine, num_classes=len(NOMS)).numpy()
    print("\nlignes : vrai, colonnes : entendu   " + "  ".join(NOMS))
    for nom, ligne in zip(NOMS, table):
        print(f"{nom:>10}  {ligne}  rappel {ligne[NOMS.index(nom)] / max(ligne.sum(), 1):.2f}")
    hasard = np.mean(yt == np.bincount(ya).argmax())
    print(f"extraits de test reconnus : {np.mean(devine == yt):.3f} (toujours le même accord : {hasard:.3f})")


if __name__ == "__main__":
    main()
