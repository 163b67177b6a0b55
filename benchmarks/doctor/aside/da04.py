"""Routing of service requests into three queues from tabular features.

Queue 0 (fire brigade) is rare but the one that must not be missed.
"""
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    n: int = 5000
    epochs: int = 20
    batch: int = 128
    lr: float = 2e-3
    seed: int = 5
    out: Path = Path("out/da04")


def make_table(cfg):
    rng = np.random.default_rng(cfg.seed)
    queue = rng.choice(3, size=cfg.n, p=[0.05, 0.75, 0.20])
    centers = rng.normal(scale=0.7, size=(3, 10))
    x = centers[queue] + rng.normal(size=(cfg.n, 10))
    df = pd.DataFrame(x, columns=[f"f{i}" for i in range(10)])
    df["queue"] = queue
    return df


class Router(nn.Module):
    def __init__(self, n_in, n_classes):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, 48), nn.BatchNorm1d(48), nn.ReLU(), nn.Dropout(0.2))
        self.head = nn.Linear(48, n_classes)

    def forward(self, x):
        return self.head(self.body(x))


def loader(df, cfg, train):
    x = torch.tensor(df.drop(columns="queue").to_numpy(), dtype=torch.float32)
    y = torch.tensor(df["queue"].to_numpy(), dtype=torch.long)
    return DataLoader(TensorDataset(x, y), batch_size=cfg.batch, shuffle=train, drop_last=train)


def predict(model, dl):
    model.eval()
    with torch.no_grad():
        out = [(model(x).argmax(1), y) for x, y in dl]
    return torch.cat([o[0] for o in out]), torch.cat([o[1] for o in out])


def run(cfg):
    torch.manual_seed(cfg.seed)
    cfg.out.mkdir(parents=True, exist_ok=True)
    df = make_table(cfg)
    train_df, test_df = train_test_split(df, test_size=0.3, stratify=df["queue"], random_state=cfg.seed)

    # inverse frequency, so that the small queues count as much as the large one
    counts = train_df["queue"].value_counts()
    class_weights = torch.tensor((len(train_df) / (3 * counts)).values, dtype=torch.float32)
    print("class weights", class_weights)

    model = Router(10, 3)
    loss_fn = nn.CrossEntropyLoss(weight=class_weights)
    optim = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    train_dl, test_dl = loader(train_df, cfg, True), loader(test_df, cfg, False)

    for epoch in range(cfg.epochs):
        model.train()
        losses = []
        for x, y in train_dl:
            optim.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optim.step()
            losses.append(loss.item())
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")

    pred, true = predict(model, test_dl)
    print(classification_report(true.numpy(), pred.numpy(), zero_division=0))
    torch.save(model.state_dict(), cfg.out / "router.pt")


if __name__ == "__main__":
    run(Config())
