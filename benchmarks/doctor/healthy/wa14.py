# Détection d'anomalies : un auto-encodeur ne voit que des chiffres autres que 1, 4 et 7 ; ensuite l'erreur
# de reconstruction signale les 1, 4 et 7. Le seuil vient des lignes de validation (normales elles aussi).
import copy

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.metrics import precision_score, recall_score, roc_auc_score
from torch import nn

RARES = [1, 4, 7]
torch.manual_seed(8)
rng = np.random.default_rng(8)

images, classes = load_digits(return_X_y=True)
images = torch.tensor(images / 16.0, dtype=torch.float32)
anomalie = np.isin(classes, RARES)

normaux = rng.permutation(np.flatnonzero(~anomalie))
etranges = rng.permutation(np.flatnonzero(anomalie))
n = len(normaux)
appr, val, test_n = normaux[: int(0.6 * n)], normaux[int(0.6 * n): int(0.8 * n)], normaux[int(0.8 * n):]
test = np.concatenate([test_n, etranges])      # les anomalies ne servent qu'au test
vrai = anomalie[test].astype(int)


class AutoEncodeur(nn.Module):
    def __init__(self, code=10):
        super().__init__()
        self.e = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, code))
        self.d = nn.Sequential(nn.Linear(code, 64), nn.ReLU(), nn.Linear(64, 64), nn.Sigmoid())

    def forward(self, x):
        return self.d(self.e(x))


def erreurs(m, x):
    m.eval()
    with torch.no_grad():
        return (m(x) - x).pow(2).mean(1).numpy()


ae = AutoEncodeur()
opt = torch.optim.Adam(ae.parameters(), lr=2e-3)
x_appr = images[appr]
meilleur, garde = np.inf, None
for tour in range(120):
    ae.train()
    for lot in torch.randperm(len(x_appr)).split(32):
        x = x_appr[lot]
        bruit = (x + 0.1 * torch.randn_like(x)).clamp(0, 1)     # entrée bruitée, cible propre
        perte = nn.functional.mse_loss(ae(bruit), x)
        opt.zero_grad()
        perte.backward()
        opt.step()
    v = erreurs(ae, images[val]).mean()
    if v < meilleur:
        meilleur, garde = v, copy.deepcopy(ae.state_dict())
    if (tour + 1) % 20 == 0:
        print(f"tour {tour + 1:3d}  validation {v:.5f}")

ae.load_state_dict(garde)
seuil = np.quantile(erreurs(ae, images[val]), 0.95)     # 5 % de fausses alertes voulues
scores = erreurs(ae, images[test])
signal = (scores > seuil).astype(int)
moyenne = ((images[test_n] - x_appr.mean(0)) ** 2).mean().item()

print(f"reconstruction (test, normaux) {scores[vrai == 0].mean():.5f}, image moyenne {moyenne:.5f}")
print(f"AUC {roc_auc_score(vrai, scores):.3f}")
print(f"précision {precision_score(vrai, signal):.3f}  rappel {recall_score(vrai, signal):.3f}  "
      f"fausses alertes {signal[vrai == 0].mean():.3f}")
