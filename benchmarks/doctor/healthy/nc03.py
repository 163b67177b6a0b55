"""Mietpreise schätzen: Tabelle mit pandas, Kategorien als Embeddings, ein kleines MLP.

Die Daten sind erfunden; das Ziel wird logarithmiert und auf den Trainingszeilen standardisiert.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from torch import nn


@dataclass(frozen=True)
class Config:
    zeilen: int = 4000
    lr: float = 3e-3
    epochen: int = 60
    batch: int = 128
    geduld: int = 10
    seed: int = 7


KAT = ["viertel", "heizung", "etage"]
NUM = ["flaeche", "baujahr", "entfernung"]


def erfinde(cfg: Config) -> pd.DataFrame:
    rng = np.random.default_rng(cfg.seed)
    n = cfg.zeilen
    df = pd.DataFrame({
        "viertel": rng.choice(list("ABCDEFGH"), n),
        "heizung": rng.choice(["gas", "fern", "pumpe"], n, p=[0.5, 0.3, 0.2]),
        "etage": rng.integers(0, 6, n).astype(str),
        "flaeche": rng.gamma(9, 8, n) + 18,
        "baujahr": rng.integers(1900, 2024, n).astype(float),
        "entfernung": rng.exponential(4, n),
    })
    lage = df["viertel"].map(dict(zip("ABCDEFGH", np.linspace(-0.3, 0.4, 8)))).astype(float)
    log_miete = (2.2 + 0.95 * np.log(df["flaeche"]) + lage - 0.03 * df["entfernung"]
                 + 0.15 * (df["heizung"] == "pumpe") + 0.002 * (df["baujahr"] - 1960).abs()
                 + rng.normal(0, 0.08, n))
    df["miete"] = np.exp(log_miete)
    df.loc[rng.random(n) < 0.05, "baujahr"] = np.nan      # fehlende Angaben
    return df


class Aufbereitung:
    """Lernt alles aus den Trainingszeilen und wendet es auf jede Tabelle an."""

    def fit(self, df: pd.DataFrame) -> "Aufbereitung":
        self.median = df[NUM].median()
        voll = df[NUM].fillna(self.median)
        self.mittel, self.streu = voll.mean(), voll.std()
        # Platz 0 ist für Werte, die im Training nicht vorkamen
        self.index = {k: {v: i + 1 for i, v in enumerate(sorted(df[k].unique()))} for k in KAT}
        ziel = np.log(df["miete"])
        self.zm, self.zs = ziel.mean(), ziel.std()
        return self

    def __call__(self, df: pd.DataFrame):
        num = ((df[NUM].fillna(self.median) - self.mittel) / self.streu).to_numpy(dtype=np.float32)
        fehlt = df[["baujahr"]].isna().to_numpy(dtype=np.float32)
        kat = np.stack([df[k].map(self.index[k]).fillna(0).to_numpy(dtype=np.int64) for k in KAT], axis=1)
        y = ((np.log(df["miete"]) - self.zm) / self.zs).to_numpy(dtype=np.float32)
        return (torch.from_numpy(np.hstack([num, fehlt])), torch.from_numpy(kat), torch.from_numpy(y))

    def zurueck(self, z: torch.Tensor) -> np.ndarray:
        return np.exp(z.numpy() * self.zs + self.zm)


class Netz(nn.Module):
    def __init__(self, groessen, n_num):
        super().__init__()
        self.emb = nn.ModuleList(nn.Embedding(g + 1, 4) for g in groessen)
        self.mlp = nn.Sequential(nn.Linear(n_num + 4 * len(groessen), 64), nn.SiLU(),
                                 nn.Linear(64, 32), nn.SiLU(), nn.Linear(32, 1))

    def forward(self, num, kat):
        teile = [e(kat[:, i]) for i, e in enumerate(self.emb)]
        return self.mlp(torch.cat([num, *teile], dim=1)).squeeze(1)     # (B,), wie das Ziel


def main(cfg: Config = Config()):
    torch.manual_seed(cfg.seed)
    df = erfinde(cfg).sample(frac=1, random_state=cfg.seed).reset_index(drop=True)
    a, b = int(0.7 * len(df)), int(0.85 * len(df))
    tr, va, te = df.iloc[:a], df.iloc[a:b], df.iloc[b:]
    prep = Aufbereitung().fit(tr)
    (xn, xk, y), valid, test = prep(tr), prep(va), prep(te)

    netz = Netz([len(prep.index[k]) for k in KAT], xn.shape[1])
    opt = torch.optim.AdamW(netz.parameters(), lr=cfg.lr, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=3)
    verlust = nn.HuberLoss()
    bester, bester_stand, warten = np.inf, None, 0
    for ep in range(cfg.epochen):
        netz.train()
        for idx in torch.randperm(len(y)).split(cfg.batch):
            opt.zero_grad()
            l = verlust(netz(xn[idx], xk[idx]), y[idx])
            l.backward()
            opt.step()
        netz.eval()
        with torch.no_grad():
            v = verlust(netz(*valid[:2]), valid[2]).item()
        plan.step(v)
        if v < bester:
            bester, warten = v, 0
            bester_stand = {k: t.detach().clone() for k, t in netz.state_dict().items()}
        else:
            warten += 1
        if ep % 5 == 0:
            print(f"Epoche {ep:3d}  valid {v:.4f}  lr {opt.param_groups[0]['lr']:.1e}")
        if warten >= cfg.geduld:
            break
    netz.load_state_dict(bester_stand)
    netz.eval()
    with torch.no_grad():
        schaetzung = prep.zurueck(netz(*test[:2]))
    wahr = te["miete"].to_numpy()
    mae = np.abs(schaetzung - wahr).mean()
    null = np.abs(tr["miete"].median() - wahr).mean()
    print(f"Test: mittlerer Fehler {mae:.1f} Euro, mit dem Median allein {null:.1f} Euro")


if __name__ == "__main__":
    main()
