"""Stündliche Last vorhersagen: ein Schritt voraus mit einem LSTM."""
import copy

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(2)
rng = np.random.default_rng(0)

# --- künstliche Zeitreihe: Tagesgang + Halbtagesgang + AR(1)-Rauschen
n = 3000
t = np.arange(n)
rauschen = np.zeros(n)
for i in range(1, n):
    rauschen[i] = 0.5 * rauschen[i - 1] + rng.normal(0, 0.8)
reihe = 50 + 10 * np.sin(2 * np.pi * t / 24) + 4 * np.sin(2 * np.pi * t / 12 + 1) + rauschen

# --- zeitlich teilen, erst danach Fenster schneiden: kein Fenster reicht über eine Grenze
ende_train, ende_val = 2000, 2500
teile = {"train": reihe[:ende_train], "val": reihe[ende_train:ende_val], "test": reihe[ende_val:]}
mittel, streuung = teile["train"].mean(), teile["train"].std()
FENSTER = 48


def fenster(werte):
    z = torch.tensor((werte - mittel) / streuung, dtype=torch.float32)
    alle = z.unfold(0, FENSTER + 1, 1)
    return alle[:, :-1].unsqueeze(-1).contiguous(), alle[:, -1].contiguous()


daten = {name: fenster(w) for name, w in teile.items()}


class Vorhersage(nn.Module):
    def __init__(self, breite=32):
        super().__init__()
        self.lstm = nn.LSTM(1, breite, batch_first=True)
        self.kopf = nn.Linear(breite, 1)

    def forward(self, x):                       # x: (B, FENSTER, 1)
        h, _ = self.lstm(x)
        # das Netz lernt nur die Änderung gegenüber dem letzten bekannten Wert
        return x[:, -1, 0] + self.kopf(h[:, -1]).squeeze(-1)


def rmse(netz, name):
    netz.eval()
    x, y = daten[name]
    with torch.no_grad():
        return float(((netz(x) - y) ** 2).mean().sqrt() * streuung)


netz = Vorhersage()
opt = torch.optim.Adam(netz.parameters(), lr=3e-3)
xt, yt = daten["train"]
bester, zustand = float("inf"), None
for epoche in range(20):
    netz.train()
    # die Fenster dürfen gemischt werden: jedes trägt seine ganze Vergangenheit in sich
    for idx in torch.randperm(len(xt)).split(64):
        opt.zero_grad()
        verlust = nn.functional.mse_loss(netz(xt[idx]), yt[idx])
        verlust.backward()
        nn.utils.clip_grad_norm_(netz.parameters(), 1.0)
        opt.step()
    v = rmse(netz, "val")
    print(f"Epoche {epoche + 1:2d}: RMSE Validierung {v:.3f}")
    if v < bester:
        bester, zustand = v, copy.deepcopy(netz.state_dict())

netz.load_state_dict(zustand)
x, y = daten["test"]
naiv = float(((x[:, -1, 0] - y) ** 2).mean().sqrt() * streuung)
saison = float(((x[:, -24, 0] - y) ** 2).mean().sqrt() * streuung)
print(f"Test: LSTM {rmse(netz, 'test'):.3f} | letzter Wert {naiv:.3f} | Wert vor 24 h {saison:.3f}")
