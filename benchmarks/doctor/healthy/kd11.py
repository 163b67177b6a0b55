# Deteccion de impagos: clases desequilibradas, tres regiones.
# El umbral se elige en validacion (F1 maximo) y se informa en prueba, en total y por region.
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

np.random.seed(0)
torch.manual_seed(0)

# ---------------------------------------------------------------- datos
n = 9000
region = np.random.choice(3, n, p=[0.6, 0.3, 0.1])
x = np.random.normal(size=(n, 6))
x[:, 0] += 0.5 * region                      # ingresos distintos por region
riesgo = 1.6 * x[:, 1] - 1.2 * x[:, 2] + 1.5 * np.maximum(x[:, 3], 0) * (x[:, 4] > 0) + 0.4 * (region == 2)
prob = 1 / (1 + np.exp(-(1.5 * riesgo - 6.0)))
y = (np.random.uniform(size=n) < prob).astype(np.float32)
print("tasa de impagos:", round(y.mean(), 3))

# cada fila es otra persona: basta con mezclar
orden = np.random.permutation(n)
i_tr, i_va, i_te = orden[:5000], orden[5000:7000], orden[7000:]

media, desv = x[i_tr].mean(0), x[i_tr].std(0)
z = np.concatenate([(x - media) / desv, np.eye(3)[region]], axis=1).astype(np.float32)

# ---------------------------------------------------------------- red
red = nn.Sequential(nn.Linear(9, 48), nn.ReLU(), nn.Dropout(0.1), nn.Linear(48, 48), nn.ReLU(), nn.Linear(48, 1))
positivos = y[i_tr].sum()
criterio = nn.BCEWithLogitsLoss(pos_weight=torch.tensor((len(i_tr) - positivos) / positivos))
optim = torch.optim.Adam(red.parameters(), lr=1e-3)
datos = DataLoader(TensorDataset(torch.tensor(z[i_tr]), torch.tensor(y[i_tr])), batch_size=128, shuffle=True)


def puntuar(indices):
    red.eval()
    with torch.no_grad():
        return red(torch.tensor(z[indices])).squeeze(1).numpy()


def curva_pr(s, t):
    """precision y recall en cada umbral distinto, del mas alto al mas bajo"""
    o = np.argsort(-s, kind="stable")
    s, t = s[o], t[o]
    ultimo = np.r_[np.diff(s) != 0, True]          # los empates van juntos
    tp = np.cumsum(t)[ultimo]
    marcados = (np.arange(len(s)) + 1)[ultimo]
    return tp / marcados, tp / t.sum(), s[ultimo]


def precision_media(s, t):
    p, r, _ = curva_pr(s, t)
    return float(np.sum(np.diff(np.r_[0.0, r]) * p))


mejor_ap, mejores = -1, None
for epoca in range(25):
    red.train()
    for xb, yb in datos:
        optim.zero_grad()
        perdida = criterio(red(xb).squeeze(1), yb)
        perdida.backward()
        optim.step()
    ap = precision_media(puntuar(i_va), y[i_va])
    if ap > mejor_ap:
        mejor_ap = ap
        mejores = {k: v.detach().clone() for k, v in red.state_dict().items()}
        print(f"epoca {epoca + 1}: AP en validacion {ap:.3f}  <- mejor")
red.load_state_dict(mejores)

# ---------------------------------------------------------------- umbral (solo validacion)
p, r, cortes = curva_pr(puntuar(i_va), y[i_va])
f1 = 2 * p * r / np.maximum(p + r, 1e-12)
umbral = cortes[f1.argmax()]
print(f"umbral sobre el logit: {umbral:.3f}  (F1 en validacion {f1.max():.3f})")

# ---------------------------------------------------------------- prueba
s_te, y_te, g_te = puntuar(i_te), y[i_te], region[i_te]
dice = s_te >= umbral


def medidas(m):
    tp = np.sum(dice[m] & (y_te[m] == 1))
    fp = np.sum(dice[m] & (y_te[m] == 0))
    fn = np.sum(~dice[m] & (y_te[m] == 1))
    tn = np.sum(~dice[m] & (y_te[m] == 0))
    div = lambda a, b: a / b if b else float("nan")
    return dict(n=int(m.sum()), precision=div(tp, tp + fp), recall=div(tp, tp + fn), fpr=div(fp, fp + tn),
                F1=div(2 * tp, 2 * tp + fp + fn))


mostrar = lambda nombre, d: print(f"{nombre:10s}", "  ".join(f"{k} {v:.3f}" if k != "n" else f"n {v}" for k, v in d.items()))
print(f"\nAP en prueba: red {precision_media(s_te, y_te):.3f}, al azar se espera {y_te.mean():.3f}")
todos = np.ones(len(y_te), bool)
mostrar("total", medidas(todos))
print(f"F1 de marcar a todos: {2 * y_te.mean() / (1 + y_te.mean()):.3f}")
for g, nombre in enumerate(["norte", "centro", "sur"]):
    mostrar(nombre, medidas(g_te == g))

# intervalo bootstrap de la diferencia de recall entre norte y centro
azar = np.random.default_rng(1)
norte, centro = (dice[(g_te == g) & (y_te == 1)] for g in (0, 1))
difs = [azar.choice(norte, len(norte)).mean() - azar.choice(centro, len(centro)).mean() for _ in range(2000)]
print("recall norte - centro: %.3f, intervalo 95 %% [%.3f, %.3f]"
      % (norte.mean() - centro.mean(), *np.percentile(difs, [2.5, 97.5])))
