"""Stochastic weight averaging on a small tabular net with batch norm (breast cancer data)."""
import argparse

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn, optim
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--swa-start", type=int, default=25, help="first epoch whose weights go into the average")
    p.add_argument("--lr", type=float, default=0.05)
    p.add_argument("--swa-lr", type=float, default=0.01)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def prepare(seed):
    X, y = load_breast_cancer(return_X_y=True)
    Xr, Xte, yr, yte = train_test_split(X, y, test_size=0.2, stratify=y, random_state=seed)
    Xtr, Xva, ytr, yva = train_test_split(Xr, yr, test_size=0.25, stratify=yr, random_state=seed)
    scaler = StandardScaler().fit(Xtr)

    def pack(features, target):
        return TensorDataset(
            torch.tensor(scaler.transform(features), dtype=torch.float32),
            torch.tensor(target, dtype=torch.float32),
        )

    return pack(Xtr, ytr), pack(Xva, yva), pack(Xte, yte)


class TabNet(nn.Module):
    def __init__(self, n_in, width=32):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_in, width, bias=False), nn.BatchNorm1d(width), nn.ReLU(),
            nn.Linear(width, width, bias=False), nn.BatchNorm1d(width), nn.ReLU(),
            nn.Linear(width, 1),
        )

    def forward(self, x):
        return self.body(x).squeeze(1)


@torch.no_grad()
def evaluate(model, dataset):
    model.eval()
    x, y = dataset.tensors
    logits = model(x)
    return {
        "loss": nn.functional.binary_cross_entropy_with_logits(logits, y).item(),
        "auc": roc_auc_score(y.numpy(), logits.numpy()),
        "acc": ((logits > 0).float() == y).float().mean().item(),  # logit 0 is probability one half
    }


def show(name, scores):
    print(f"{name:<14}" + "  ".join(f"{k} {v:.4f}" for k, v in scores.items()))


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(2)
    train, val, test = prepare(args.seed)
    # drop_last: a last batch of a single row would break batch norm
    loader = DataLoader(train, batch_size=args.batch_size, shuffle=True, drop_last=True)

    model = TabNet(train.tensors[0].shape[1])
    swa_model = AveragedModel(model)
    optimizer = optim.SGD(model.parameters(), lr=args.lr, momentum=0.9, weight_decay=1e-3)
    cosine = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.swa_start, eta_min=args.swa_lr)
    swa_scheduler = None
    criterion = nn.BCEWithLogitsLoss()

    for epoch in range(args.epochs):
        if epoch == args.swa_start:
            swa_scheduler = SWALR(optimizer, swa_lr=args.swa_lr, anneal_epochs=3)
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        if swa_scheduler is not None:
            swa_model.update_parameters(model)
            swa_scheduler.step()
        else:
            cosine.step()
        if epoch % 5 == 4:
            show(f"epoch {epoch + 1}", evaluate(model, val))

    # the averaged weights have never seen a batch: measure the batch norm statistics for them
    update_bn(loader, swa_model)

    candidates = {"last weights": model, "average": swa_model}
    on_val = {name: evaluate(m, val) for name, m in candidates.items()}
    for name, scores in on_val.items():
        show(name, scores)
    winner = min(on_val, key=lambda name: on_val[name]["loss"])
    print("taken by validation loss:", winner)
    show("test", evaluate(candidates[winner], test))
    share = test.tensors[1].mean().item()
    print(f"(always saying the more frequent class: acc {max(share, 1 - share):.4f})")


if __name__ == "__main__":
    main()
