# Trois spirales : moyenne mobile exponentielle (EMA) des poids + échauffement puis décroissance en cosinus.
# L'apprentissage avance avec les poids bruts ; on mesure toujours avec les poids moyennés.
import math
import os

import numpy as np
import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

graine = 14
torch.manual_seed(graine)
alea = np.random.default_rng(graine)


def spirales(n):
    """n points tirés indépendamment, trois classes"""
    c = alea.integers(0, 3, n)
    r = alea.uniform(0.15, 1.0, n)
    angle = 4.0 * r + 2 * np.pi * c / 3 + alea.normal(0, 0.15, n)
    x = np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(c, dtype=torch.long)


x_app, y_app = spirales(2400)
x_val, y_val = spirales(600)
x_test, y_test = spirales(1200)

reseau = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 3))
moyenne = AveragedModel(reseau, multi_avg_fn=get_ema_multi_avg_fn(0.98))

epoques, lot = 40, 80
pas_total = epoques * math.ceil(len(x_app) / lot)
echauffement = pas_total // 20
optimiseur = torch.optim.AdamW(reseau.parameters(), lr=1e-2, weight_decay=1e-4)


def facteur(pas):
    if pas < echauffement:
        return (pas + 1) / echauffement
    avance = (pas - echauffement) / max(1, pas_total - echauffement)
    return 0.5 * (1 + math.cos(math.pi * avance))


planning = LambdaLR(optimiseur, facteur)
perte_app = nn.CrossEntropyLoss(label_smoothing=0.05)
perte_mesure = nn.CrossEntropyLoss()               # sans lissage pour mesurer


@torch.no_grad()
def mesurer(modele, x, y):
    modele.eval()
    sortie = modele(x)
    return perte_mesure(sortie, y).item(), (sortie.argmax(1) == y).float().mean().item()


meilleure, poids = math.inf, None
for epoque in range(1, epoques + 1):
    reseau.train()
    for i in torch.randperm(len(x_app)).split(lot):
        perte = perte_app(reseau(x_app[i]), y_app[i])
        optimiseur.zero_grad()
        perte.backward()
        optimiseur.step()
        planning.step()
        moyenne.update_parameters(reseau)
    p, e = mesurer(moyenne, x_val, y_val)
    if epoque % 5 == 0:
        print(f"époque {epoque:2d} : perte val {p:.4f}, exactitude val {e:.4f}")
    if p < meilleure:
        meilleure = p
        poids = {k: v.clone() for k, v in moyenne.module.state_dict().items()}

final = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 3))
final.load_state_dict(poids)
p, e = mesurer(final, x_test, y_test)
hasard = (y_test == y_app.bincount().argmax()).float().mean().item()
print(f"test : perte {p:.4f} (ln 3 = {math.log(3):.4f}), exactitude {e:.4f} (classe majoritaire {hasard:.4f})")
os.makedirs("out/wd13", exist_ok=True)
torch.save(poids, "out/wd13/ema.pt")
