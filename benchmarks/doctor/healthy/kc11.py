# Clasificación de vinos: un conjunto (ensemble) de redes pequeñas con validación cruzada.
#   - el 20 % de las filas se aparta al principio y se usa una sola vez, al final
#   - cada partición ajusta su propia normalización con sus filas de entrenamiento
#   - el número de épocas es fijo, así la puntuación "out of fold" no elige nada
import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold, train_test_split
from torch import nn

SEMILLA = 42
PARTICIONES = 5
EPOCAS = 60
SEMILLAS_POR_PARTICION = 3


def crear_red(n_entradas, n_clases):
    return nn.Sequential(
        nn.Linear(n_entradas, 32), nn.ReLU(), nn.Dropout(0.2),
        nn.Linear(32, n_clases),
    )


def entrenar(x, y, n_clases, semilla):
    torch.manual_seed(semilla)
    red = crear_red(x.shape[1], n_clases)
    # pesos inversos a la frecuencia de cada clase en ESTAS filas
    frecuencia = torch.bincount(y, minlength=n_clases).float()
    pesos = len(y) / (n_clases * frecuencia)
    perdida = nn.CrossEntropyLoss(weight=pesos)
    opt = torch.optim.AdamW(red.parameters(), lr=5e-3, weight_decay=1e-2)
    red.train()
    for _ in range(EPOCAS):
        for idx in torch.randperm(len(x)).split(16):
            opt.zero_grad()
            salida = red(x[idx])
            coste = perdida(salida, y[idx])
            coste.backward()
            opt.step()
    return red.eval()


class Miembro:
    """Una red junto con la normalización de su partición."""

    def __init__(self, x, y, n_clases, semilla):
        self.media, self.desv = x.mean(0), x.std(0)
        self.red = entrenar(self.normalizar(x), y, n_clases, semilla)

    def normalizar(self, x):
        return (x - self.media) / self.desv

    @torch.no_grad()
    def probabilidades(self, x):
        return self.red(self.normalizar(x)).softmax(dim=1)


def exactitud(prob, y):
    return (prob.argmax(dim=1) == y).float().mean().item()


datos = load_wine()
x_todo = torch.tensor(datos.data, dtype=torch.float32)
y_todo = torch.tensor(datos.target, dtype=torch.long)
n_clases = len(datos.target_names)

resto, prueba = train_test_split(np.arange(len(y_todo)), test_size=0.2, stratify=datos.target, random_state=SEMILLA)
x, y = x_todo[resto], y_todo[resto]
x_prueba, y_prueba = x_todo[prueba], y_todo[prueba]

miembros = []
oof = torch.zeros(len(y), n_clases)
cortes = StratifiedKFold(n_splits=PARTICIONES, shuffle=True, random_state=SEMILLA)
for k, (ent, val) in enumerate(cortes.split(x.numpy(), y.numpy())):
    del_corte = [Miembro(x[ent], y[ent], n_clases, semilla=1000 * k + s) for s in range(SEMILLAS_POR_PARTICION)]
    oof[val] = torch.stack([m.probabilidades(x[val]) for m in del_corte]).mean(0)
    print(f"partición {k + 1}: exactitud {exactitud(oof[val], y[val]):.3f} con {len(val)} filas")
    miembros += del_corte

print(f"out of fold: {exactitud(oof, y):.4f}")

por_miembro = torch.stack([m.probabilidades(x_prueba) for m in miembros])
individual = sum(exactitud(p, y_prueba) for p in por_miembro) / len(miembros)
mayoria = (y_prueba == torch.bincount(y).argmax()).float().mean().item()
print(f"prueba: ensemble de {len(miembros)} redes {exactitud(por_miembro.mean(0), y_prueba):.4f}, "
      f"media de las redes sueltas {individual:.4f}, clase más frecuente {mayoria:.4f}")
