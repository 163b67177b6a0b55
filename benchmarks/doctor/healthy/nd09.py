# Transferlernen im Kleinen: Ziffern 0-4 mit vielen Beispielen, Ziffern 5-9 mit wenigen.
# Drei Wege zum gleichen Ziel:
#   kalt     - von vorn, nur die wenigen Beispiele
#   gefroren - Faltungsschichten aus der ersten Aufgabe, nur der Kopf lernt
#   warm     - dieselben Schichten, aber alles lernt weiter (Rumpf mit kleinerer Schrittweite)
import copy
import statistics as st

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits

torch.set_num_threads(2)
roh = load_digits()
bilder = torch.tensor(roh.images, dtype=torch.float32).unsqueeze(1) / 16.0
ziffern = torch.tensor(roh.target)


def rumpf():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(),                                   # 32 * 2 * 2
    )


class Netz(nn.Module):
    def __init__(self, unten=None):
        super().__init__()
        self.unten = unten if unten is not None else rumpf()
        self.oben = nn.Linear(128, 5)

    def forward(self, x):
        return self.oben(self.unten(x))


def teile(maske, grenzen, zufall):
    idx = np.flatnonzero(maske.numpy())
    return [torch.from_numpy(t) for t in np.split(zufall.permutation(idx), grenzen)]


@torch.no_grad()
def guete(netz, idx, versatz):
    netz.eval()
    return (netz(bilder[idx]).argmax(1) == ziffern[idx] - versatz).float().mean().item()


def lerne(netz, gruppen, tr, va, versatz, epochen, stapel):
    opt = torch.optim.Adam(gruppen)
    beste, stand = -1.0, None
    for _ in range(epochen):
        netz.train()
        for idx in tr[torch.randperm(len(tr))].split(stapel):
            verlust = F.cross_entropy(netz(bilder[idx]), ziffern[idx] - versatz)
            opt.zero_grad()
            verlust.backward()
            opt.step()
        g = guete(netz, va, versatz)
        if g > beste:
            beste, stand = g, copy.deepcopy(netz.state_dict())
    netz.load_state_dict(stand)
    return netz


ergebnis = {"kalt": [], "gefroren": [], "warm": []}
quelle_test = []
for saat in range(4):
    torch.manual_seed(saat)
    zufall = np.random.default_rng(saat)
    # Aufgabe A: 0-4
    a_tr, a_va, a_te = teile(ziffern < 5, [550, 700], zufall)
    quelle = Netz()
    lerne(quelle, [{"params": quelle.parameters(), "lr": 2e-3}], a_tr, a_va, 0, 20, 50)
    quelle_test.append(guete(quelle, a_te, 0))

    # Aufgabe B: 5-9, nur 25 Bilder zum Lernen und 50 zum Auswaehlen der Epoche
    b_tr, b_va, b_te = teile(ziffern >= 5, [25, 75], zufall)

    kalt = Netz()
    lerne(kalt, [{"params": kalt.parameters(), "lr": 2e-3}], b_tr, b_va, 5, 80, 5)

    gefroren = Netz(copy.deepcopy(quelle.unten))
    gefroren.unten.requires_grad_(False)
    lerne(gefroren, [{"params": gefroren.oben.parameters(), "lr": 5e-3}], b_tr, b_va, 5, 80, 5)

    warm = Netz(copy.deepcopy(quelle.unten))
    lerne(warm, [{"params": warm.unten.parameters(), "lr": 3e-4},
                 {"params": warm.oben.parameters(), "lr": 2e-3}], b_tr, b_va, 5, 80, 5)

    for name, netz in (("kalt", kalt), ("gefroren", gefroren), ("warm", warm)):
        ergebnis[name].append(guete(netz, b_te, 5))
    print(f"Saat {saat}: " + "  ".join(f"{k} {v[-1]:.3f}" for k, v in ergebnis.items())
          + f"  ({len(b_te)} Testbilder)")

print(f"\nAufgabe A, Test: {st.mean(quelle_test):.3f}")
print("Aufgabe B, Test, Raten waere etwa 0.200:")
for name, werte in ergebnis.items():
    print(f"  {name:9s} {st.mean(werte):.3f} +- {st.stdev(werte):.3f}")
gepaart = [w - k for w, k in zip(ergebnis["warm"], ergebnis["kalt"])]
print(f"  warm minus kalt, gepaart: {st.mean(gepaart):+.3f} +- {st.stdev(gepaart):.3f}")
