"""Krebsbefunde (breast cancer): Netz mit Gewichtung der seltenen Klasse.

"Positiv" heisst hier: boesartig.  Die Schwelle wird auf den Validierungszeilen
gesucht und danach, ein einziges Mal, auf die Testzeilen angewandt.
"""
import json
from pathlib import Path

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import average_precision_score, f1_score, precision_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn

SAAT = 3
ORDNER = Path("out/qd07")


def daten():
    satz = load_breast_cancer()
    x = satz.data
    y = (satz.target == 0).astype("float32")      # in sklearn ist 0 = malignant
    x_lern, x_rest, y_lern, y_rest = train_test_split(
        x, y, test_size=0.45, stratify=y, random_state=SAAT)
    x_val, x_test, y_val, y_test = train_test_split(
        x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=SAAT)
    skala = StandardScaler().fit(x_lern)
    teile = []
    for a, b in ((x_lern, y_lern), (x_val, y_val), (x_test, y_test)):
        teile.append((torch.tensor(skala.transform(a), dtype=torch.float32),
                      torch.tensor(b).unsqueeze(1)))
    return teile


def lerne(netz, lern, runden=60, paket=32):
    x, y = lern
    gewicht = (y == 0).sum() / (y == 1).sum()
    verlust = nn.BCEWithLogitsLoss(pos_weight=gewicht)
    opt = torch.optim.AdamW(netz.parameters(), lr=2e-3, weight_decay=1e-2)
    netz.train()
    for runde in range(runden):
        summe = 0.0
        for idx in torch.randperm(len(x)).split(paket):
            opt.zero_grad()
            fehler = verlust(netz(x[idx]), y[idx])
            fehler.backward()
            opt.step()
            summe += fehler.item() * len(idx)
        if (runde + 1) % 20 == 0:
            print(f"Runde {runde + 1}: Verlust {summe / len(x):.4f}")


def wahrscheinlich(netz, x):
    netz.eval()
    with torch.inference_mode():
        return torch.sigmoid(netz(x)).squeeze(1).numpy()


def beste_schwelle(p, y):
    kandidaten = [k / 100 for k in range(5, 96)]
    return max(kandidaten, key=lambda s: f1_score(y, (p >= s).astype(int), zero_division=0))


if __name__ == "__main__":
    torch.manual_seed(SAAT)
    torch.set_num_threads(2)
    lern, val, test = daten()
    netz = nn.Sequential(nn.Linear(30, 16), nn.GELU(), nn.Dropout(0.3), nn.Linear(16, 1))
    lerne(netz, lern)

    schwelle = beste_schwelle(wahrscheinlich(netz, val[0]), val[1].squeeze(1).numpy().astype(int))
    y = test[1].squeeze(1).numpy().astype(int)
    p = wahrscheinlich(netz, test[0])
    ja = (p >= schwelle).astype(int)
    bericht = {
        "schwelle": schwelle,
        "genauigkeit": float((ja == y).mean()),
        "praezision": float(precision_score(y, ja)),
        "ausbeute": float(recall_score(y, ja)),
        "f1": float(f1_score(y, ja)),
        "ap": float(average_precision_score(y, p)),
        "immer_gutartig": float((y == 0).mean()),
    }
    ORDNER.mkdir(parents=True, exist_ok=True)
    (ORDNER / "bericht.json").write_text(json.dumps(bericht, indent=2))
    print(json.dumps(bericht, indent=2))
