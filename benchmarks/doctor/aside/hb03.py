import argparse
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler


def parse():
    p = argparse.ArgumentParser(description="churn model on an imbalanced table")
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--bs", type=int, default=64)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--out", type=Path, default=Path("out/hb03"))
    p.add_argument("--seed", type=int, default=11)
    return p.parse_args()


def load(seed):
    X, y = make_classification(n_samples=4000, n_features=16, n_informative=8, n_classes=3,
                               n_clusters_per_class=1, weights=[0.82, 0.12, 0.06],
                               class_sep=1.2, random_state=seed)
    Xtr, Xva, ytr, yva = train_test_split(X, y, test_size=0.25, stratify=y, random_state=seed)
    mu, sd = Xtr.mean(0), Xtr.std(0)
    tens = lambda a: torch.tensor((a - mu) / sd, dtype=torch.float32)
    return TensorDataset(tens(Xtr), torch.tensor(ytr)), TensorDataset(tens(Xva), torch.tensor(yva))


def evaluate(model, loader):
    model.eval()
    ys, ps = [], []
    with torch.inference_mode():
        for x, y in loader:
            ps.append(model(x).argmax(-1))
            ys.append(y)
    return balanced_accuracy_score(torch.cat(ys).numpy(), torch.cat(ps).numpy())


def main():
    args = parse()
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    train, valid = load(args.seed)

    # rare classes should come up as often as the big one
    counts = torch.bincount(train.tensors[1], minlength=3)
    weights = 1.0 / counts.double()
    sampler = WeightedRandomSampler(weights, num_samples=len(train), replacement=True)

    train_loader = DataLoader(train, batch_size=args.bs, sampler=sampler)
    valid_loader = DataLoader(valid, batch_size=256)

    model = nn.Sequential(nn.Linear(16, 64), nn.BatchNorm1d(64), nn.ReLU(),
                          nn.Dropout(0.1), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 3))
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.CrossEntropyLoss()

    best = 0.0
    for epoch in range(1, args.epochs + 1):
        model.train()
        losses = []
        for x, y in train_loader:
            opt.zero_grad(set_to_none=True)
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            losses.append(loss.item())
        score = evaluate(model, valid_loader)
        print(f"{epoch:3d}  loss {np.mean(losses):.4f}  balanced acc {score:.3f}")
        if score > best:
            best = score
            torch.save(model.state_dict(), args.out / "best.pt")


if __name__ == "__main__":
    main()
