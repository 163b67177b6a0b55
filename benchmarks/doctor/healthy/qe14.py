"""Critiques de films et d'hôtels : un GRU bidirectionnel avec Keras, sans modèle préentraîné."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.model_selection import train_test_split

keras = tf.keras
keras.utils.set_random_seed(12)

SORTIE = "out/qe14"
LONGUEUR = 44  # la phrase la plus longue du corpus d'apprentissage a 41 mots
os.makedirs(SORTIE, exist_ok=True)


def lire(nom):
    return pd.read_parquet(f"data/glue/sst2/{nom}-00000-of-00001.parquet")[["sentence", "label"]]


# Les phrases de "validation" servent de test ; on prend une part de "train" pour valider.
test = lire("validation")
reste = lire("train").drop_duplicates(subset="sentence")
reste = reste[~reste["sentence"].isin(set(test["sentence"]))]
appr, valid = train_test_split(reste, test_size=0.15, stratify=reste["label"], random_state=12)
print(len(appr), len(valid), len(test))

vecteurs = keras.layers.TextVectorization(
    standardize="lower_and_strip_punctuation", output_mode="int", output_sequence_length=LONGUEUR)
vecteurs.adapt(tf.constant(appr["sentence"].tolist()))  # vocabulaire : phrases d'apprentissage


def tenseurs(cadre):
    ids = vecteurs(tf.constant(cadre["sentence"].tolist())).numpy()
    return ids, cadre["label"].to_numpy().astype("int32")


x_appr, y_appr = tenseurs(appr)
x_valid, y_valid = tenseurs(valid)
x_test, y_test = tenseurs(test)


class Critique(keras.Model):
    def __init__(self, taille_vocabulaire, dim=48, unites=32, **kw):
        super().__init__(**kw)
        self.plongement = keras.layers.Embedding(taille_vocabulaire, dim, mask_zero=True)
        self.oubli = keras.layers.Dropout(0.3)
        self.gru = keras.layers.Bidirectional(keras.layers.GRU(unites))
        self.sortie = keras.layers.Dense(2)  # logits

    def call(self, ids, training=False):
        masque = self.plongement.compute_mask(ids)
        h = self.oubli(self.plongement(ids), training=training)
        h = self.gru(h, mask=masque, training=training)
        return self.sortie(self.oubli(h, training=training))


modele = Critique(vecteurs.vocabulary_size())
modele.compile(
    optimizer=keras.optimizers.Adam(2e-3, clipnorm=1.0),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="exactitude")],
)
meilleur = os.path.join(SORTIE, "meilleur.weights.h5")
rappels = [
    keras.callbacks.ModelCheckpoint(meilleur, monitor="val_exactitude", mode="max",
                                    save_best_only=True, save_weights_only=True),
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2, min_lr=1e-4),
]
modele.fit(x_appr, y_appr, validation_data=(x_valid, y_valid),
           epochs=12, batch_size=64, shuffle=True, callbacks=rappels, verbose=2)

modele.load_weights(meilleur)
logits = modele.predict(x_test, batch_size=256, verbose=0)
reponse = logits.argmax(axis=1)
frequente = np.bincount(y_appr).argmax()
print(f"exactitude (test) : {np.mean(reponse == y_test):.3f}")
print(f"classe la plus fréquente : {np.mean(y_test == frequente):.3f}")
for phrase, r, v in list(zip(test["sentence"], reponse, y_test))[:4]:
    print("+" if r else "-", "+" if v else "-", phrase)
