# Étiquettes multiples : une ligne peut porter zéro, une ou plusieurs étiquettes.
# - une sortie par étiquette, BCEWithLogits (pas de sigmoïde dans le réseau)
# - poids des positifs et moyenne/écart-type : lignes d'apprentissage seulement
# - un seuil par étiquette, choisi sur la validation ; résultats sur le test
import json
import os

import numpy as np
import torch
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(31)
torch.set_num_threads(2)

X, Y = make_multilabel_classification(n_samples=4000, n_features=40, n_classes=6, n_labels=2,
                                      length=60, allow_unlabeled=True, random_state=31)
# les lignes sont des comptes de mots, tirées indépendamment ; le hasard ne les a pas rangées
perm = np.random.default_rng(31).permutation(len(X))
i_train, i_valid, i_test = perm[:2600], perm[2600:3300], perm[3300:]

X = np.log1p(X)                                   # fonction fixe, rien n'est appris ici
moyenne = X[i_train].mean(axis=0)
ecart = X[i_train].std(axis=0) + 1e-6


def tenseurs(indices):
    x = torch.tensor((X[indices] - moyenne) / ecart, dtype=torch.float32)
    y = torch.tensor(Y[indices], dtype=torch.float32)      # BCE veut des réels
    return x, y


x_train, y_train = tenseurs(i_train)
x_valid, y_valid = tenseurs(i_valid)
x_test, y_test = tenseurs(i_test)

positifs = y_train.sum(dim=0)
poids = (len(y_train) - positifs) / positifs
critere = nn.BCEWithLogitsLoss(pos_weight=poids)

reseau = nn.Sequential(
    nn.Linear(X.shape[1], 64), nn.LayerNorm(64), nn.SiLU(), nn.Dropout(0.2),
    nn.Linear(64, Y.shape[1]),
)
lots = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True)
optimiseur = torch.optim.AdamW(reseau.parameters(), lr=2e-3, weight_decay=1e-2)


def probabilites(x):
    reseau.eval()
    with torch.no_grad():
        return torch.sigmoid(reseau(x)).numpy()


meilleure, garde, attente = float("inf"), None, 0
for epoque in range(60):
    reseau.train()
    for xb, yb in lots:
        optimiseur.zero_grad()
        perte = critere(reseau(xb), yb)
        perte.backward()
        optimiseur.step()

    reseau.eval()
    with torch.no_grad():
        perte_valid = critere(reseau(x_valid), y_valid).item()
    if perte_valid < meilleure:
        meilleure, attente = perte_valid, 0
        garde = {nom: t.clone() for nom, t in reseau.state_dict().items()}
    else:
        attente += 1
        if attente == 8:
            break
    if epoque % 5 == 0:
        print(f"époque {epoque:2d}  validation {perte_valid:.4f}")
reseau.load_state_dict(garde)

# seuils
grille = np.linspace(0.05, 0.95, 37)
p_valid, vrai_valid = probabilites(x_valid), y_valid.numpy().astype(int)
seuils = []
for k in range(Y.shape[1]):
    scores = [f1_score(vrai_valid[:, k], (p_valid[:, k] >= s).astype(int), zero_division=0) for s in grille]
    seuils.append(float(grille[int(np.argmax(scores))]))
print("seuils :", [round(s, 3) for s in seuils])

p_test, vrai_test = probabilites(x_test), y_test.numpy().astype(int)
prediction = (p_test >= np.array(seuils)).astype(int)
macro = f1_score(vrai_test, prediction, average="macro", zero_division=0)
micro = f1_score(vrai_test, prediction, average="micro", zero_division=0)
tout = f1_score(vrai_test, np.ones_like(vrai_test), average="macro")
exact = (prediction == vrai_test).all(axis=1).mean()
print(f"test : F1 macro {macro:.3f} (tout à 1 : {tout:.3f}), F1 micro {micro:.3f}, lignes exactes {exact:.3f}")

os.makedirs("out/qa14", exist_ok=True)
torch.save(garde, "out/qa14/reseau.pt")
with open("out/qa14/seuils.json", "w", encoding="utf-8") as f:
    json.dump(seuils, f)
