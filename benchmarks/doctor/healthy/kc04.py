"""Einfacher Detektor: genau ein Objekt je Bild, Klasse + Box (cx, cy, w, h in [0, 1]).

Verlust: Kreuzentropie + SmoothL1 + (1 - GIoU).  Gemessen wird auf eigenen Testbildern.
"""
import math

import numpy as np
import torch
from torch import nn

KLASSEN = ("Rechteck", "Ellipse", "Kreuz")
G = 40


def bilder(anzahl, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:G, 0:G] + 0.5
    x = rng.normal(0, 0.15, (anzahl, 1, G, G)).astype("float32")
    klasse = rng.integers(0, 3, anzahl)
    box = np.zeros((anzahl, 4), "float32")
    for i in range(anzahl):
        w, h = rng.uniform(10, 22, 2)
        cx, cy = rng.uniform(w / 2, G - w / 2), rng.uniform(h / 2, G - h / 2)
        u, v = np.abs(xx - cx) / (w / 2), np.abs(yy - cy) / (h / 2)
        if klasse[i] == 0:
            maske = (u <= 1) & (v <= 1)
        elif klasse[i] == 1:
            maske = u ** 2 + v ** 2 <= 1
        else:
            maske = ((u <= 1) & (v <= 0.3)) | ((u <= 0.3) & (v <= 1))
        x[i, 0][maske] += rng.uniform(0.6, 1.0)
        box[i] = cx / G, cy / G, w / G, h / G
    return torch.from_numpy(x), torch.from_numpy(klasse), torch.from_numpy(box)


def ecken(b):
    c, s = b[:, :2], b[:, 2:] / 2
    return torch.cat([c - s, c + s], dim=1)


def iou_giou(a, b):
    a, b = ecken(a), ecken(b)
    lo, hi = torch.maximum(a[:, :2], b[:, :2]), torch.minimum(a[:, 2:], b[:, 2:])
    schnitt = (hi - lo).clamp(min=0).prod(1)
    flaeche = lambda k: (k[:, 2:] - k[:, :2]).prod(1)
    vereinigung = flaeche(a) + flaeche(b) - schnitt
    iou = schnitt / vereinigung.clamp(min=1e-7)
    huelle = (torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])).prod(1).clamp(min=1e-7)
    return iou, iou - (huelle - vereinigung) / huelle


class Detektor(nn.Module):
    def __init__(self):
        super().__init__()
        stufen, kanaele = [], 1
        for k in (16, 32, 48):                                     # 40 -> 20 -> 10 -> 5
            stufen += [nn.Conv2d(kanaele, k, 3, stride=2, padding=1), nn.GroupNorm(4, k), nn.ReLU()]
            kanaele = k
        self.rumpf = nn.Sequential(*stufen, nn.Flatten(), nn.Linear(48 * 25, 128), nn.ReLU())
        self.kopf_klasse = nn.Linear(128, len(KLASSEN))
        self.kopf_box = nn.Linear(128, 4)

    def forward(self, x):
        z = self.rumpf(x)
        return self.kopf_klasse(z), self.kopf_box(z).sigmoid()    # die Box liegt in [0, 1], die Klasse bleibt ein Logit


def verlust(logits, box, klasse, ziel):
    _, giou = iou_giou(box, ziel)
    return (nn.functional.cross_entropy(logits, klasse)
            + 5 * nn.functional.smooth_l1_loss(box, ziel, beta=0.1)
            + (1 - giou).mean())


@torch.no_grad()
def messen(netz, daten):
    netz.eval()
    x, klasse, ziel = daten
    logits, box = netz(x)
    iou, _ = iou_giou(box, ziel)
    richtig = logits.argmax(1) == klasse
    return {"Verlust": verlust(logits, box, klasse, ziel).item(), "Genauigkeit": richtig.float().mean().item(),
            "mIoU": iou.mean().item(), "Treffer@0.5": (richtig & (iou >= 0.5)).float().mean().item()}


torch.manual_seed(11)
training, validierung, test = bilder(2000, 1), bilder(400, 2), bilder(400, 3)
netz = Detektor()
EPOCHEN, STAPEL = 15, 50
schritte = EPOCHEN * math.ceil(len(training[0]) / STAPEL)
opt = torch.optim.Adam(netz.parameters(), lr=2e-3)
aufwaermen = schritte // 20
plan = torch.optim.lr_scheduler.LambdaLR(
    opt, lambda s: (s + 1) / aufwaermen if s < aufwaermen
    else 0.5 * (1 + math.cos(math.pi * (s - aufwaermen) / (schritte - aufwaermen))))

for epoche in range(EPOCHEN):
    netz.train()
    for teil in torch.randperm(len(training[0])).split(STAPEL):
        x, klasse, ziel = (t[teil] for t in training)
        opt.zero_grad()
        v = verlust(*netz(x), klasse, ziel)
        v.backward()
        nn.utils.clip_grad_norm_(netz.parameters(), 5.0)
        opt.step()
        plan.step()
    print(epoche + 1, {k: round(w, 3) for k, w in messen(netz, validierung).items()})

mittel = training[2].mean(0, keepdim=True).expand_as(test[2])
print("Test:", {k: round(w, 4) for k, w in messen(netz, test).items()})
print(f"Vergleich: immer die mittlere Box ergibt mIoU {iou_giou(mittel, test[2])[0].mean():.4f}, Raten der Klasse etwa 0.33")
