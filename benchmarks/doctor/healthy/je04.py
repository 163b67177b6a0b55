"""Dígitos manuscritos 8x8 com uma CNN pequena - trabalho final da disciplina.

As linhas do sklearn vêm mais ou menos por escritor, por isso separo em blocos
contíguos (início = treino, meio = validação, fim = teste) em vez de sortear.
"""
import os
from dataclasses import dataclass

import numpy as np
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR


@dataclass
class Config:
    epocas: int = 12
    lote: int = 64
    lr_max: float = 5e-3
    semente: int = 0
    pasta: str = "out/je04"


class Digitos:
    """Meu Dataset: só precisa de __len__ e __getitem__."""

    def __init__(self, imagens, rotulos):
        self.imagens = imagens.astype(np.float32) / 16.0     # os pixels vão de 0 a 16
        self.rotulos = rotulos.astype(np.int64)

    def __len__(self):
        return len(self.rotulos)

    def __getitem__(self, i):
        return self.imagens[i][None], self.rotulos[i]        # (1, 8, 8)


def lotes(ds, tamanho, rng=None):
    ordem = np.arange(len(ds)) if rng is None else rng.permutation(len(ds))
    for ini in range(0, len(ordem), tamanho):
        itens = [ds[i] for i in ordem[ini:ini + tamanho]]
        xs, ys = zip(*itens)
        yield torch.from_numpy(np.stack(xs)), torch.from_numpy(np.array(ys))


def rede():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
        nn.MaxPool2d(2),                                     # 8 -> 4
        nn.Conv2d(16, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
        nn.MaxPool2d(2),                                     # 4 -> 2
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 2 * 2, 10),
    )


@torch.no_grad()
def confusao(modelo, ds, tamanho=256):
    modelo.eval()
    M = np.zeros((10, 10), dtype=int)
    for x, y in lotes(ds, tamanho):
        p = modelo(x).argmax(1)
        np.add.at(M, (y.numpy(), p.numpy()), 1)              # linha = verdade, coluna = previsto
    return M


def medidas(M):
    vp = np.diag(M).astype(float)
    verdade, previsto = M.sum(1), M.sum(0)
    # F1 = 2VP / (verdadeiros + previstos); classe ausente dos dois lados vale 0
    f1 = np.divide(2 * vp, verdade + previsto, out=np.zeros(10), where=(verdade + previsto) > 0)
    return vp.sum() / M.sum(), f1.mean()


def principal(cfg=Config()):
    os.makedirs(cfg.pasta, exist_ok=True)
    torch.manual_seed(cfg.semente)
    rng = np.random.default_rng(cfg.semente)
    d = load_digits()
    treino = Digitos(d.images[:1200], d.target[:1200])
    valid = Digitos(d.images[1200:1450], d.target[1200:1450])
    teste = Digitos(d.images[1450:], d.target[1450:])

    modelo = rede()
    opt = torch.optim.AdamW(modelo.parameters(), lr=cfg.lr_max, weight_decay=1e-2)
    por_epoca = -(-len(treino) // cfg.lote)                  # arredonda para cima
    agenda = OneCycleLR(opt, max_lr=cfg.lr_max, total_steps=cfg.epocas * por_epoca)
    perda = nn.CrossEntropyLoss(label_smoothing=0.05)

    melhor_f1, arquivo = -1.0, os.path.join(cfg.pasta, "melhor.pt")
    for ep in range(cfg.epocas):
        modelo.train()
        total = 0.0
        for x, y in lotes(treino, cfg.lote, rng):
            L = perda(modelo(x), y)
            opt.zero_grad(set_to_none=True)
            L.backward()
            opt.step()
            agenda.step()
            total += L.item() * len(y)
        acc, f1 = medidas(confusao(modelo, valid))
        print(f"época {ep:2d} perda {total / len(treino):.3f} validação acc {acc:.3f} F1 {f1:.3f}")
        if f1 > melhor_f1:
            melhor_f1 = f1
            torch.save(modelo.state_dict(), arquivo)

    modelo.load_state_dict(torch.load(arquivo, weights_only=True))
    M = confusao(modelo, teste)
    acc, f1 = medidas(M)
    print(M)
    print(f"teste: acurácia {acc:.3f}, F1 macro {f1:.3f}, {M.sum()} imagens")


if __name__ == "__main__":
    principal()
