# Détection d'anomalies : auto-encodeur débruiteur entraîné UNIQUEMENT sur les tumeurs bénignes.
# C'est voulu : les malignes ne servent ni à l'entraînement ni au choix du seuil, seulement au test.

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score

GRAINE = 8
EPOQUES = 150
BRUIT = 0.3

torch.manual_seed(GRAINE)
alea = np.random.default_rng(GRAINE)


def progres(n, tous_les=25):
    """Générateur d'époques qui affiche la perte moyenne de temps en temps."""
    for e in range(1, n + 1):
        journal = []
        yield journal
        if e % tous_les == 0:
            print(f"époque {e:3d}/{n}  perte {np.mean(journal):.4f}")


# --- données -------------------------------------------------------------------------------------------------------
donnees = load_breast_cancer()
x = np.log1p(donnees.data)                       # toutes les mesures sont >= 0 et très dissymétriques
benigne = donnees.target == 1                    # dans scikit-learn : 0 = maligne, 1 = bénigne
assert list(donnees.target_names) == ["malignant", "benign"]

b = alea.permutation(np.flatnonzero(benigne))
n1, n2 = int(0.6 * len(b)), int(0.8 * len(b))
app, val, test_b = b[:n1], b[n1:n2], b[n2:]
test = np.concatenate([test_b, np.flatnonzero(~benigne)])
etiquette_test = (~benigne[test]).astype(int)    # 1 = anomalie
print(f"{len(app)} bénignes pour apprendre, {len(val)} pour le seuil, {len(test)} lignes de test "
      f"dont {etiquette_test.sum()} malignes")

moyenne, ecart = x[app].mean(0), x[app].std(0)


def tenseur(lignes):
    return torch.tensor((x[lignes] - moyenne) / ecart, dtype=torch.float32)


x_app, x_val, x_test = tenseur(app), tenseur(val), tenseur(test)

# --- modèle --------------------------------------------------------------------------------------------------------
d = x.shape[1]
codeur = nn.Sequential(nn.Linear(d, 24), nn.Tanh(), nn.Linear(24, 6))
decodeur = nn.Sequential(nn.Tanh(), nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, d))
ae = nn.Sequential(codeur, decodeur)

opt = torch.optim.Adam(ae.parameters(), lr=3e-3)
baisse = torch.optim.lr_scheduler.StepLR(opt, step_size=50, gamma=0.5)


def erreur(t):
    """Erreur de reconstruction de chaque ligne, entrée propre."""
    ae.eval()
    with torch.no_grad():
        return (ae(t) - t).pow(2).mean(dim=1)


# --- apprentissage : nombre d'époques fixé d'avance ----------------------------------------------------------------
for journal in progres(EPOQUES):
    ae.train()
    for lot in torch.randperm(len(x_app)).split(32):
        propre = x_app[lot]
        bruite = propre + BRUIT * torch.randn_like(propre)
        perte = nn.functional.mse_loss(ae(bruite), propre)
        opt.zero_grad()
        perte.backward()
        opt.step()
        journal.append(perte.item())
    baisse.step()

# --- seuil : 5 % de fausses alertes acceptées sur les bénignes de validation ----------------------------------------
err_val = erreur(x_val)
seuil = torch.quantile(err_val, 0.95).item()
variance = x_val.pow(2).mean().item()            # erreur de « toujours la moyenne d'apprentissage »
print(f"validation : erreur {err_val.mean():.4f} (toujours la moyenne : {variance:.4f}), seuil {seuil:.4f}")

# --- test ----------------------------------------------------------------------------------------------------------
score = erreur(x_test).numpy()
alerte = score > seuil
anomalie = etiquette_test == 1
print(f"test : AUROC {roc_auc_score(etiquette_test, score):.4f} (hasard : 0.5)")
print(f"       malignes trouvées {alerte[anomalie].mean():.3f}, fausses alertes {alerte[~anomalie].mean():.3f}")
