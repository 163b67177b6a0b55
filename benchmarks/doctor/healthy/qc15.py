"""Détection d'une classe rare : pos_weight, accumulation de gradients, moyenne exponentielle des poids.

Les sorties ne sont pas des probabilités calibrées (pos_weight les pousse vers le haut) ;
le seuil est donc choisi sur les lignes de validation et non fixé à 0,5.
"""
import json
import os

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

GRAINE = 42
torch.manual_seed(GRAINE)

# --- données -------------------------------------------------------------------------------
X, y = make_classification(
    n_samples=9000, n_features=20, n_informative=8, n_redundant=4, n_clusters_per_class=2,
    weights=[0.94], flip_y=0.01, class_sep=1.3, random_state=GRAINE,
)
X_app, X_reste, y_app, y_reste = train_test_split(X, y, test_size=0.4, stratify=y, random_state=GRAINE)
X_val, X_test, y_val, y_test = train_test_split(X_reste, y_reste, test_size=0.5, stratify=y_reste, random_state=GRAINE)

echelle = StandardScaler().fit(X_app)
tenseur = lambda a: torch.tensor(echelle.transform(a), dtype=torch.float32)
T_app, T_val, T_test = tenseur(X_app), tenseur(X_val), tenseur(X_test)
cible = torch.tensor(y_app, dtype=torch.float32)
print(f"apprentissage {len(y_app)} lignes, {y_app.mean():.1%} positives")

# --- modèle --------------------------------------------------------------------------------
# LayerNorm et non BatchNorm : rien à recalculer pour la copie moyennée, et les micro-lots ne comptent pas
reseau = nn.Sequential(
    nn.Linear(20, 64), nn.LayerNorm(64), nn.SiLU(), nn.Dropout(0.1),
    nn.Linear(64, 64), nn.LayerNorm(64), nn.SiLU(), nn.Dropout(0.1),
    nn.Linear(64, 1),
)
copie = AveragedModel(reseau, multi_avg_fn=get_ema_multi_avg_fn(0.98))
poids = torch.tensor((y_app == 0).sum() / (y_app == 1).sum(), dtype=torch.float32)
perte = nn.BCEWithLogitsLoss(pos_weight=poids, reduction="sum")
optimiseur = torch.optim.AdamW(reseau.parameters(), lr=2e-3, weight_decay=1e-2)

LOT, MICRO, EPOQUES = 128, 32, 20
pas_total = EPOQUES * -(-len(cible) // LOT)
rythme = torch.optim.lr_scheduler.CosineAnnealingLR(optimiseur, T_max=pas_total)


@torch.no_grad()
def notes(modele, t):
    modele.eval()
    return torch.sigmoid(modele(t).squeeze(1)).numpy()


# --- apprentissage -------------------------------------------------------------------------
meilleure, garde = -1.0, None
for epoque in range(1, EPOQUES + 1):
    reseau.train()
    for lot in torch.randperm(len(cible)).split(LOT):
        optimiseur.zero_grad()
        for micro in lot.split(MICRO):
            # somme divisée par la taille du lot entier : même gradient qu'un seul lot, le dernier compris
            (perte(reseau(T_app[micro]).squeeze(1), cible[micro]) / len(lot)).backward()
        nn.utils.clip_grad_norm_(reseau.parameters(), 5.0)
        optimiseur.step()
        rythme.step()
        copie.update_parameters(reseau)
    ap = average_precision_score(y_val, notes(copie, T_val))
    if ap > meilleure:
        meilleure = ap
        garde = {k: v.clone() for k, v in copie.state_dict().items()}
    print(f"époque {epoque:2d}  précision moyenne (validation) {ap:.4f}")

# --- seuil sur la validation, chiffres sur le test -------------------------------------------
copie.load_state_dict(garde)
precision, rappel, seuils = precision_recall_curve(y_val, notes(copie, T_val))
f1 = 2 * precision[:-1] * rappel[:-1] / np.maximum(precision[:-1] + rappel[:-1], 1e-12)
seuil = float(seuils[f1.argmax()])  # le dernier point de la courbe n'a pas de seuil

n_test = notes(copie, T_test)
resultat = {
    "seuil": seuil,
    "precision_moyenne": float(average_precision_score(y_test, n_test)),
    "precision_moyenne_au_hasard": float(y_test.mean()),
    "f1": float(f1_score(y_test, (n_test >= seuil).astype(int))),
    "f1_tout_positif": float(f1_score(y_test, np.ones_like(y_test))),
}
print(json.dumps(resultat, indent=2, ensure_ascii=False))
os.makedirs("out/qc15", exist_ok=True)
with open("out/qc15/resultat.json", "w", encoding="utf-8") as f:
    json.dump(resultat, f, ensure_ascii=False)
