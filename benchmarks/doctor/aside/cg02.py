"""Predict whether a tumour is malignant (breast cancer data), binary classification in PyTorch."""
import argparse
import json
from pathlib import Path

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, Dataset


class CancerDataset(Dataset):
    def __init__(self, features, targets):
        self.features = torch.tensor(features, dtype=torch.float32)
        self.targets = torch.tensor(targets).unsqueeze(1)

    def __len__(self):
        return len(self.features)

    def __getitem__(self, i):
        return self.features[i], self.targets[i]


def build(n_in, hidden):
    return nn.Sequential(
        nn.Linear(n_in, hidden),
        nn.ReLU(),
        nn.Dropout(0.2),
        nn.Linear(hidden, 1),
    )


def run_epoch(model, loader, loss_fn, opt=None):
    training = opt is not None
    model.train(training)
    loss_sum, hits, n = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            logits = model(x)
            loss = loss_fn(logits, y)
            if training:
                opt.zero_grad()
                loss.backward()
                opt.step()
            loss_sum += loss.item() * len(x)
            hits += ((logits > 0) == (y > 0.5)).sum().item()
            n += len(x)
    return loss_sum / n, hits / n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--hidden", type=int, default=32)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--out", default="out/cg02")
    args = ap.parse_args()

    torch.manual_seed(1)
    data = load_breast_cancer()
    x_tr, x_va, y_tr, y_va = train_test_split(
        data.data, data.target, test_size=0.25, random_state=1, stratify=data.target
    )
    scaler = StandardScaler().fit(x_tr)
    train = DataLoader(CancerDataset(scaler.transform(x_tr), y_tr), batch_size=32, shuffle=True)
    valid = DataLoader(CancerDataset(scaler.transform(x_va), y_va), batch_size=128)

    model = build(x_tr.shape[1], args.hidden)
    loss_fn = nn.BCEWithLogitsLoss()
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr)

    log = []
    for epoch in range(args.epochs):
        tl, ta = run_epoch(model, train, loss_fn, opt)
        vl, va = run_epoch(model, valid, loss_fn)
        log.append({"epoch": epoch, "train_loss": tl, "val_loss": vl, "val_acc": va})
        print(f"{epoch:2d}  train {tl:.4f}/{ta:.3f}   val {vl:.4f}/{va:.3f}")

    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "log.json").write_text(json.dumps(log, indent=1))


if __name__ == "__main__":
    main()
