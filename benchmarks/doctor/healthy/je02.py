"""
Regresión logística "a mano" para el cáncer de mama (sklearn).
Escribo mi propio optimizador (Adam) para entender qué hace.
"""
import json
import pathlib

import numpy as np
import torch
import torch.nn.functional as F
from scipy.stats import rankdata
from sklearn.datasets import load_breast_cancer


class MiAdam:
    """Adam tal como está en el artículo, con corrección del sesgo."""

    def __init__(self, parametros, lr=0.02, b1=0.9, b2=0.999, eps=1e-8):
        self.ps = list(parametros)
        self.lr, self.b1, self.b2, self.eps = lr, b1, b2, eps
        self.m = [torch.zeros_like(p) for p in self.ps]
        self.v = [torch.zeros_like(p) for p in self.ps]
        self.t = 0

    @torch.no_grad()
    def paso(self):
        self.t += 1
        for p, m, v in zip(self.ps, self.m, self.v):
            m.mul_(self.b1).add_(p.grad, alpha=1 - self.b1)
            v.mul_(self.b2).addcmul_(p.grad, p.grad, value=1 - self.b2)
            m_c = m / (1 - self.b1 ** self.t)
            v_c = v / (1 - self.b2 ** self.t)
            p -= self.lr * m_c / (v_c.sqrt() + self.eps)
            p.grad = None          # el gradiente ya está gastado


def separar(y, rng, partes=(0.6, 0.2)):
    """Índices estratificados: entrenamiento, validación, prueba."""
    grupos = ([], [], [])
    for clase in np.unique(y):
        idx = rng.permutation(np.flatnonzero(y == clase))
        a = int(partes[0] * len(idx))
        b = a + int(partes[1] * len(idx))
        for g, trozo in zip(grupos, (idx[:a], idx[a:b], idx[b:])):
            g.append(trozo)
    return [np.concatenate(g) for g in grupos]


def auc(y, s):
    """Mann-Whitney; rankdata reparte los empates por la mitad."""
    r = rankdata(s)
    n1 = int(y.sum())
    n0 = len(y) - n1
    return (r[y == 1].sum() - n1 * (n1 + 1) / 2) / (n1 * n0)


def f1(y, pred):
    vp = np.sum((pred == 1) & (y == 1))
    fp = np.sum((pred == 1) & (y == 0))
    fn = np.sum((pred == 0) & (y == 1))
    return 2 * vp / (2 * vp + fp + fn) if vp else 0.0


datos = load_breast_cancer()
X = datos.data
y = (datos.target == 0).astype(int)       # 1 = maligno, lo que queremos detectar
tr, va, te = separar(y, np.random.default_rng(5))

mu, sd = X[tr].mean(0), X[tr].std(0)      # solo con entrenamiento
Z = torch.tensor((X - mu) / sd, dtype=torch.float32)
T = torch.tensor(y, dtype=torch.float32)

w = torch.zeros(Z.shape[1], requires_grad=True)
b = torch.zeros((), requires_grad=True)
opt = MiAdam([w, b])

for it in range(300):                     # lote completo, son 341 filas
    logit = Z[tr] @ w + b
    perdida = F.binary_cross_entropy_with_logits(logit, T[tr]) + 0.002 * w.square().sum()
    perdida.backward()
    opt.paso()
    if it % 60 == 0:
        with torch.no_grad():
            pv = F.binary_cross_entropy_with_logits(Z[va] @ w + b, T[va])
        print(f"iteración {it:3d}: entrenamiento con penalización {perdida.item():.4f}, validación sin ella {pv.item():.4f}")

with torch.no_grad():
    puntos = Z @ w + b
    prob = torch.sigmoid(puntos).numpy()
    puntos = puntos.numpy()              # para ordenar: la sigmoide satura y crea empates

# el umbral se busca en validación y no se toca más
candidatos = np.linspace(0.05, 0.95, 91)
umbral = max(candidatos, key=lambda u: f1(y[va], (prob[va] >= u).astype(int)))

pred = (prob[te] >= umbral).astype(int)
matriz = np.zeros((2, 2), dtype=int)
np.add.at(matriz, (y[te], pred), 1)
print("umbral", round(float(umbral), 2))
print("matriz de confusión (filas = verdad):\n", matriz)
resultado = {
    "auc": float(auc(y[te], puntos[te])),
    "f1": float(f1(y[te], pred)),
    "exactitud": float((pred == y[te]).mean()),
    "exactitud_mayoritaria": float(max(y[te].mean(), 1 - y[te].mean())),
}
print(resultado)
salida = pathlib.Path("out/je02")
salida.mkdir(parents=True, exist_ok=True)
(salida / "resultado.json").write_text(json.dumps(resultado, indent=1))
