"""Petit modèle de langue sur des symboles : un GRU apprend une chaîne de Markov d'ordre 2.

Le flux est coupé en trois morceaux contigus avant de faire les fenêtres ; les fenêtres
ne se chevauchent pas. On compare avec les fréquences simples et avec l'entropie vraie.
"""
import os

import keras
import numpy as np
import tensorflow as tf

ALPHABET = "abcdefgh"
K = len(ALPHABET)
LONGUEUR = 40
LOT = 32
SORTIE = "out/jb14"


def chaine(n, rng):
    """Renvoie les symboles et la log-probabilité vraie de chacun."""
    table = rng.dirichlet(np.full(K, 0.25), size=(K, K))
    s = np.empty(n, dtype="int32")
    logp = np.zeros(n)
    s[:2] = rng.integers(0, K, 2)
    logp[:2] = -np.log(K)
    for i in range(2, n):
        p = table[s[i - 2], s[i - 1]]
        s[i] = rng.choice(K, p=p)
        logp[i] = np.log(p[s[i]])
    return s, logp


def fenetres(morceau, melange=False):
    """Entrée : symboles 0..L-1, cible : symboles 1..L (décalés d'un pas)."""
    ds = tf.data.Dataset.from_tensor_slices(morceau)
    ds = ds.batch(LONGUEUR + 1, drop_remainder=True)
    ds = ds.map(lambda w: (w[:-1], w[1:]), num_parallel_calls=tf.data.AUTOTUNE).cache()
    if melange:
        ds = ds.shuffle(2000, seed=3)
    return ds.batch(LOT).prefetch(tf.data.AUTOTUNE)


class BitsParSymbole(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if logs is not None:
            print(f"époque {epoch + 1:2d}  entraînement {logs['loss'] / np.log(2):.3f} bits"
                  f"  validation {logs['val_loss'] / np.log(2):.3f} bits")


def modele():
    return keras.Sequential([
        keras.Input((None,), dtype="int32"),
        keras.layers.Embedding(K, 16),
        keras.layers.GRU(64, return_sequences=True),
        keras.layers.Dense(K),
    ])


def tirer(model, amorce, n, rng):
    suite = list(amorce)
    for _ in range(n):
        entree = np.array([suite[-LONGUEUR:]], dtype="int32")
        logits = model(entree, training=False).numpy()[0, -1].astype("float64")
        p = np.exp(logits - logits.max())
        suite.append(int(rng.choice(K, p=p / p.sum())))
    return "".join(ALPHABET[i] for i in suite)


def main():
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(3)
    s, logp = chaine(41 * 1000, rng)
    a, b = 41 * 700, 41 * 850
    appr, val, test = s[:a], s[a:b], s[b:]

    model = modele()
    model.compile(optimizer=keras.optimizers.Adam(5e-3, clipnorm=1.0),
                  loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    os.makedirs(SORTIE, exist_ok=True)
    poids = os.path.join(SORTIE, "meilleur.weights.h5")
    model.fit(
        fenetres(appr, melange=True), validation_data=fenetres(val), epochs=20, verbose=0,
        callbacks=[
            BitsParSymbole(),
            keras.callbacks.ModelCheckpoint(poids, monitor="val_loss", mode="min",
                                            save_best_only=True, save_weights_only=True),
        ],
    )
    model.load_weights(poids)

    bits = model.evaluate(fenetres(test), verbose=0) / np.log(2)
    # mêmes cibles pour les trois chiffres : tout sauf le premier symbole de chaque fenêtre
    cibles = test.reshape(-1, LONGUEUR + 1)[:, 1:]
    vrai = -logp[b:].reshape(-1, LONGUEUR + 1)[:, 1:].mean() / np.log(2)
    freq = np.bincount(appr, minlength=K) / len(appr)
    simple = -np.log2(freq[cibles]).mean()
    print(f"test, bits par symbole : GRU {bits:.3f} | fréquences {simple:.3f} | source {vrai:.3f}")
    print("échantillon :", tirer(model, test[:2], 60, rng))


if __name__ == "__main__":
    main()
