# Prévision de la consommation d'un quartier : 48 heures connues -> 6 heures à venir.
# La série est coupée dans le temps ; aucune fenêtre n'est à cheval sur deux morceaux.
import argparse

import numpy as np
import keras
from keras import layers

parser = argparse.ArgumentParser()
parser.add_argument("--passe", type=int, default=48, help="heures en entrée")
parser.add_argument("--horizon", type=int, default=6, help="heures à prévoir")
parser.add_argument("--epoques", type=int, default=25)
parser.add_argument("--graine", type=int, default=7)
args = parser.parse_args()

keras.utils.set_random_seed(args.graine)
hasard = np.random.default_rng(args.graine)


def simuler(jours=260):
    h = np.arange(24 * jours)
    jour = 30 * np.sin(2 * np.pi * (h - 7) / 24) + 12 * np.sin(4 * np.pi * (h - 3) / 24)
    week_end = ((h // 24) % 7 >= 5) * -18.0
    bruit = np.zeros(len(h))
    for i in range(1, len(h)):
        bruit[i] = 0.92 * bruit[i - 1] + hasard.normal(0, 4)
    return 200 + jour + week_end + bruit, h


def fenetres(serie, heures):
    """Toutes les fenêtres d'un seul morceau : (valeur, calendrier) passés, valeurs futures."""
    total = args.passe + args.horizon
    v = np.lib.stride_tricks.sliding_window_view(serie, total)
    debut = np.lib.stride_tricks.sliding_window_view(heures, total)[:, args.passe]  # première heure à prévoir
    # le calendrier de l'heure à prévoir est connu d'avance
    angle = 2 * np.pi * (debut % 24) / 24
    semaine = 2 * np.pi * (debut % 168) / 168
    cal = np.stack([np.sin(angle), np.cos(angle), np.sin(semaine), np.cos(semaine)], axis=1)
    return v[:, : args.passe, None], cal, v[:, args.passe:]


serie, heures = simuler()
n = len(serie)
c1, c2 = int(0.7 * n), int(0.85 * n)

moyenne, ecart = serie[:c1].mean(), serie[:c1].std()  # le passé seulement
reduite = ((serie - moyenne) / ecart).astype("float32")

x_tr, k_tr, y_tr = fenetres(reduite[:c1], heures[:c1])
x_va, k_va, y_va = fenetres(reduite[c1:c2], heures[c1:c2])
x_te, k_te, y_te = fenetres(reduite[c2:], heures[c2:])
print("fenêtres :", len(x_tr), len(x_va), len(x_te))

entree = keras.Input((args.passe, 1), name="passe")
calendrier = keras.Input((4,), name="calendrier")
h = layers.GRU(32)(entree)
h = layers.Concatenate()([h, calendrier])
h = layers.Dense(32, activation="relu")(h)
# On apprend l'écart à la dernière valeur connue.
dernier = layers.Lambda(lambda t: t[:, -1, :])(entree)
sortie = layers.Add()([layers.Dense(args.horizon)(h), layers.RepeatVector(args.horizon)(dernier)[:, :, 0]])
modele = keras.Model([entree, calendrier], sortie)
modele.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")

arret = keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
baisse = keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2)
modele.fit([x_tr, k_tr], y_tr, validation_data=([x_va, k_va], y_va), epochs=args.epoques,
           batch_size=128, shuffle=True, callbacks=[arret, baisse], verbose=2)


def mae(prevision):
    return np.abs(prevision - y_te).mean() * ecart  # de retour en kWh


prevu = modele.predict([x_te, k_te], batch_size=512, verbose=0)
persistance = np.repeat(x_te[:, -1, :], args.horizon, axis=1)
# même heure, la veille (suppose horizon <= 24 <= passé)
veille = x_te[:, args.passe - 24: args.passe - 24 + args.horizon, 0]
print(f"MAE test, réseau       : {mae(prevu):6.2f} kWh")
print(f"MAE test, veille       : {mae(veille):6.2f} kWh")
print(f"MAE test, persistance  : {mae(persistance):6.2f} kWh")
