# Gedämpfter Oszillator: aus der verrauschten Messkurve die Dämpfung gamma und
# die Kreisfrequenz omega schätzen.  (war mal ein Notebook, jetzt ein Skript)
import os
import numpy as np
import torch
from torch import nn

AUS = "out/je01"
os.makedirs(AUS, exist_ok=True)
torch.manual_seed(11)

# %% Messkurven simulieren -------------------------------------------------
t = np.linspace(0.0, 10.0, 64)


def simuliere(n, saat):
    r = np.random.default_rng(saat)
    gamma = r.uniform(0.05, 0.40, size=n)
    omega = r.uniform(1.0, 2.5, size=n)
    amp = r.uniform(0.8, 1.2, size=n)
    phase = r.uniform(-0.5, 0.5, size=n)
    x = amp[:, None] * np.exp(-gamma[:, None] * t) * np.cos(omega[:, None] * t + phase[:, None])
    x += r.normal(0.0, 0.05, size=x.shape)          # Messrauschen
    return x.astype(np.float32), np.stack([gamma, omega], axis=1).astype(np.float32)


# drei unabhängige "Messkampagnen"
x_tr, y_tr = simuliere(4000, 1)
x_va, y_va = simuliere(600, 2)
x_te, y_te = simuliere(800, 3)

# Zielgrößen haben verschiedene Einheiten -> standardisieren, nur mit dem Training
y_mittel, y_streu = y_tr.mean(axis=0), y_tr.std(axis=0)
ziel_tr = torch.from_numpy((y_tr - y_mittel) / y_streu)
ziel_va = torch.from_numpy((y_va - y_mittel) / y_streu)
X_tr, X_va, X_te = map(torch.from_numpy, (x_tr, x_va, x_te))

# %% Netz -------------------------------------------------------------------
netz = nn.Sequential(
    nn.Linear(64, 128), nn.SiLU(),
    nn.Linear(128, 64), nn.SiLU(),
    nn.Linear(64, 2),
)
EPOCHEN, STAPEL = 30, 100
schritte = len(X_tr) // STAPEL                      # 4000 / 100 geht genau auf
opt = torch.optim.Adam(netz.parameters(), lr=2e-3)
plan = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHEN * schritte)
fehler = nn.MSELoss()

bester, bester_stand = float("inf"), None
for epoche in range(EPOCHEN):
    netz.train()
    folge = torch.randperm(len(X_tr)).view(schritte, STAPEL)   # jede Zeile ist ein Stapel
    summe = 0.0
    for zeile in folge:
        opt.zero_grad()
        verlust = fehler(netz(X_tr[zeile]), ziel_tr[zeile])
        verlust.backward()
        opt.step()
        plan.step()                                 # Plan läuft pro Schritt, nicht pro Epoche
        summe += verlust.item()
    netz.eval()
    with torch.no_grad():
        v = fehler(netz(X_va), ziel_va).item()
    if v < bester:
        bester = v
        bester_stand = {k: w.detach().clone() for k, w in netz.state_dict().items()}
    if epoche % 5 == 4:
        print(f"Epoche {epoche + 1:2d}  Training {summe / schritte:.4f}  Validierung {v:.4f}")

# %% Prüfung auf der dritten Kampagne ----------------------------------------
netz.load_state_dict(bester_stand)
netz.eval()
with torch.no_grad():
    y_hat = netz(X_te).numpy() * y_streu + y_mittel  # zurück in physikalische Einheiten

rest = ((y_te - y_hat) ** 2).sum(axis=0)
gesamt = ((y_te - y_te.mean(axis=0)) ** 2).sum(axis=0)
R2 = 1.0 - rest / gesamt
rmse = np.sqrt(rest / len(y_te))
for name, a, b in zip(("gamma", "omega"), R2, rmse):
    print(f"{name}: R2 = {a:.3f}, RMSE = {b:.4f}")
np.savetxt(f"{AUS}/vorhersage.csv", np.hstack([y_te, y_hat]), delimiter=",",
           header="gamma,omega,gamma_hat,omega_hat", comments="")
