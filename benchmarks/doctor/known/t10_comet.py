# Régression : deviner le prix d'un objet d'occasion, boucle d'entraînement écrite à la main
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(3)
TAILLE_LOT = 16
EPOQUES = 6

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
modele = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1, from_pt=True)


def charger(nom, melanger=False):
    tableau = pd.read_json(f"data/prices/{nom}.jsonl", lines=True)
    entrees = tokenizer(tableau["text"].tolist(), padding=True, truncation=True, return_tensors="tf")
    prix = (tableau["price"] / 1000).astype("float32").values
    donnees = tf.data.Dataset.from_tensor_slices((dict(entrees), prix))
    if melanger:
        donnees = donnees.shuffle(len(tableau))
    return donnees.batch(TAILLE_LOT)


entrainement = charger("train", melanger=True)
validation = charger("validation")
optimiseur = tf.keras.optimizers.Adam(1e-3)


@tf.function
def pas(entrees, cible):
    with tf.GradientTape() as bande:
        sortie = modele(entrees, training=True).logits
        perte = tf.reduce_mean(tf.square(sortie - cible))
    gradients = bande.gradient(perte, modele.trainable_variables)
    optimiseur.apply_gradients(zip(gradients, modele.trainable_variables))
    return perte


for epoque in range(EPOQUES):
    total = 0.0
    for entrees, cible in entrainement:
        total += float(pas(entrees, cible))
    print(f"époque {epoque + 1} : perte {total / len(entrainement):.4f}")

predits, vrais = [], []
for entrees, cible in validation:
    predits += modele(entrees, training=False).logits[:, 0].numpy().tolist()
    vrais += cible.numpy().tolist()

predits, vrais = pd.Series(predits), pd.Series(vrais)
print("erreur moyenne :", round(1000 * (predits - vrais).abs().mean()))
print("corrélation :", round(predits.corr(vrais), 3))
