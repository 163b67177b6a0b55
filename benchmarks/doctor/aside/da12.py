"""Loan defaults: few defaults in the table, so the minority is upsampled first."""
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.utils import resample
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 23
OUT = Path("out/da12")


def loans():
    x, y = make_classification(
        n_samples=2500, n_features=20, n_informative=5, n_redundant=0, weights=[0.92],
        class_sep=0.6, flip_y=0.05, random_state=SEED,
    )
    df = pd.DataFrame(x, columns=[f"x{i}" for i in range(20)])
    return df.assign(default=y)


def balance(df):
    good, bad = df[df.default == 0], df[df.default == 1]
    bad = resample(bad, replace=True, n_samples=len(good), random_state=SEED)
    return pd.concat([good, bad], ignore_index=True)


class Scorer(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, 128), nn.ReLU(),
            nn.Linear(128, 64), nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, x):
        return self.layers(x).squeeze(-1)


def fit(model, loader, epochs=40):
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-2)
    loss_fn = nn.BCEWithLogitsLoss()
    for epoch in range(1, epochs + 1):
        model.train()
        total = 0.0
        for x, y in loader:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            total += loss.item()
        if epoch % 10 == 0:
            print(f"{epoch:3d} loss {total / len(loader):.4f}")


def main():
    torch.manual_seed(SEED)
    np.random.seed(SEED)
    OUT.mkdir(parents=True, exist_ok=True)

    df = balance(loans())
    print(df.default.value_counts().to_dict())
    train, test = train_test_split(df, test_size=0.25, stratify=df.default, random_state=SEED)

    cols = [c for c in df.columns if c != "default"]
    scaler = StandardScaler().fit(train[cols])

    def tensors(part):
        return (torch.tensor(scaler.transform(part[cols]), dtype=torch.float32),
                torch.tensor(part.default.to_numpy(), dtype=torch.float32))

    model = Scorer(len(cols))
    fit(model, DataLoader(TensorDataset(*tensors(train)), batch_size=64, shuffle=True))

    model.eval()
    x_test, y_test = tensors(test)
    with torch.inference_mode():
        pred = (torch.sigmoid(model(x_test)) > 0.5).int().numpy()
    print(f"test F1 {f1_score(y_test.numpy(), pred):.3f}, recall {recall_score(y_test.numpy(), pred):.3f}")
    torch.save(model.state_dict(), OUT / "scorer.pt")


if __name__ == "__main__":
    main()
