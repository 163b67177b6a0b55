# Étiquetage de mots : un petit modèle de caractères, partagé par tous les mots, dans un modèle de phrase.
import json
from pathlib import Path

import keras
import numpy as np
from keras import layers, ops

LETTRES, LONG, CLASSES = 14, 24, 4
SORTIE = Path("out/mb15")


def lire(partie):
    lignes = Path(f"data/tags/{partie}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(tuple(d["words"]), d["tags"]) for d in map(json.loads, lignes)]


def sans_doubles(phrases, interdites=frozenset()):
    vues, reste = set(interdites), []
    for mots, tags in phrases:
        if mots not in vues:
            vues.add(mots)
            reste.append((mots, tags))
    return reste


test = sans_doubles(lire("test"))
valid = sans_doubles(lire("validation"), {m for m, _ in test})
train = sans_doubles(lire("train"), {m for m, _ in test + valid})
print("phrases :", len(train), len(valid), len(test))

# l'alphabet vient des phrases d'apprentissage ; 0 = remplissage, 1 = lettre inconnue
alphabet = {c: i + 2 for i, c in enumerate(sorted({c for mots, _ in train for m in mots for c in m}))}


def coder(phrases):
    x = np.zeros((len(phrases), LONG, LETTRES), "int32")
    y = np.zeros((len(phrases), LONG), "int32")
    poids = np.zeros((len(phrases), LONG), "float32")
    for i, (mots, tags) in enumerate(phrases):
        assert len(mots) == len(tags) <= LONG
        for j, (mot, tag) in enumerate(zip(mots, tags)):
            fin = [alphabet.get(c, 1) for c in mot[-LETTRES:]]  # la fin du mot, alignée à droite
            x[i, j, LETTRES - len(fin):] = fin
            y[i, j], poids[i, j] = tag, 1.0
    return x, y, poids


def construire():
    lettres = keras.Input((LETTRES,), dtype="int32")
    h = layers.Embedding(len(alphabet) + 2, 16)(lettres)
    h = layers.Conv1D(48, 3, padding="same", activation="relu")(h)
    h = layers.Flatten()(h)  # la position compte : les mots sont alignés sur leur fin
    mot = keras.Model(lettres, layers.Dense(48, activation="relu")(h), name="mot")

    phrase = keras.Input((LONG, LETTRES), dtype="int32")
    h = layers.TimeDistributed(mot)(phrase)
    h = layers.Dropout(0.3)(h)
    # une convolution de plus pour voir les voisins ; le remplissage y entre, mais ne compte pas dans la perte
    voisins = layers.Conv1D(48, 3, padding="same", activation="relu")(h)
    h = layers.Dropout(0.3)(layers.Concatenate()([h, voisins]))
    return keras.Model(phrase, layers.Dense(CLASSES)(h))


class F1Noms(keras.metrics.Metric):
    """F1 micro sur les classes 1 à 3 (0 : rien) ; le poids 0 écarte le remplissage."""

    def __init__(self, name="f1", **kw):
        super().__init__(name=name, **kw)
        self.bons = self.add_variable(shape=(), initializer="zeros", name="bons")
        self.dits = self.add_variable(shape=(), initializer="zeros", name="dits")
        self.vrais = self.add_variable(shape=(), initializer="zeros", name="vrais")

    def update_state(self, y_true, y_pred, sample_weight=None):
        vrai = ops.cast(y_true, "int32")
        dit = ops.cast(ops.argmax(y_pred, axis=-1), "int32")
        w = ops.ones_like(vrai, dtype="float32") if sample_weight is None else ops.cast(sample_weight, "float32")
        self.bons.assign_add(ops.sum(w * ops.cast(ops.logical_and(vrai == dit, vrai > 0), "float32")))
        self.dits.assign_add(ops.sum(w * ops.cast(dit > 0, "float32")))
        self.vrais.assign_add(ops.sum(w * ops.cast(vrai > 0, "float32")))

    def result(self):
        return 2.0 * self.bons / ops.maximum(self.dits + self.vrais, 1.0)


keras.utils.set_random_seed(15)
SORTIE.mkdir(parents=True, exist_ok=True)
xa, ya, wa = coder(train)
xv, yv, wv = coder(valid)
xt, yt, wt = coder(test)

modele = construire()
modele.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    # la moyenne se prend sur les vrais mots, pas sur le remplissage
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="mean_with_sample_weight"),
    weighted_metrics=[F1Noms()],
)
garde = keras.callbacks.ModelCheckpoint(
    SORTIE / "meilleur.weights.h5", monitor="val_f1", mode="max", save_best_only=True, save_weights_only=True
)
modele.fit(xa, ya, sample_weight=wa, validation_data=(xv, yv, wv), batch_size=32, epochs=25, callbacks=[garde], verbose=2)
modele.load_weights(SORTIE / "meilleur.weights.h5")

dit = modele.predict(xt, verbose=0).argmax(axis=-1)
mots = wt > 0
bons = int(((dit == yt) & (yt > 0) & mots).sum())
f1 = 2 * bons / max(int(((dit > 0) & mots).sum()) + int(((yt > 0) & mots).sum()), 1)
connus = {m for phrase, _ in train for m in phrase}
neufs = np.array([[j < len(m) and m[j] not in connus for j in range(LONG)] for m, _ in test])
print(f"test : exactitude par mot {np.mean(dit[mots] == yt[mots]):.3f} (toujours 0 : {np.mean(yt[mots] == 0):.3f}), F1 des noms {f1:.3f}")
if neufs.any():
    print(f"test : exactitude sur les {int(neufs.sum())} mots jamais vus {np.mean(dit[neufs] == yt[neufs]):.3f}")
