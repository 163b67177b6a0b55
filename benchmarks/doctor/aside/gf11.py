"""Train for a while, save, and go on from the checkpoint."""
import argparse
import os

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--out", default="out/gf11")
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--first", type=int, default=5, help="epochs before the break")
    p.add_argument("--epochs", type=int, default=12, help="epochs in all")
    p.add_argument("--seed", type=int, default=2)
    return p.parse_args()


def get_data(seed):
    X, y = load_breast_cancer(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.3, stratify=y, random_state=seed)
    sc = StandardScaler().fit(X_tr)
    t = lambda a: torch.tensor(a, dtype=torch.float32)
    return t(sc.transform(X_tr)), t(y_tr), t(sc.transform(X_va)), t(y_va)


def build(args, steps):
    model = nn.Sequential(
        nn.Linear(30, args.hidden), nn.ReLU(), nn.Dropout(0.2), nn.Linear(args.hidden, 1), nn.Flatten(0)
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps)
    return model, optimizer, scheduler


def save(path, epoch, model, optimizer, scheduler, args):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    torch.save(
        {
            "epoch": epoch,
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "scheduler": scheduler.state_dict(),
            "rng": torch.get_rng_state(),
            "args": args,
        },
        path,
    )


def resume(path, model, optimizer, scheduler):
    ckpt = torch.load(path, map_location="cpu")
    model.load_state_dict(ckpt["model"])
    optimizer.load_state_dict(ckpt["optimizer"])
    scheduler.load_state_dict(ckpt["scheduler"])
    torch.set_rng_state(ckpt["rng"])
    return ckpt["epoch"] + 1


def loop(model, optimizer, scheduler, data, args, start, stop, path):
    X_tr, y_tr, X_va, y_va = data
    bce = nn.BCEWithLogitsLoss()
    for epoch in range(start, stop):
        model.train()
        for idx in torch.randperm(len(X_tr)).split(args.batch):
            optimizer.zero_grad()
            bce(model(X_tr[idx]), y_tr[idx]).backward()
            optimizer.step()
            scheduler.step()
        model.eval()
        with torch.no_grad():
            acc = ((model(X_va) > 0).float() == y_va).float().mean().item()
        print(f"epoch {epoch:2d}  val acc {acc:.4f}  lr {scheduler.get_last_lr()[0]:.5f}")
        save(path, epoch, model, optimizer, scheduler, args)


def main():
    args = parse()
    torch.manual_seed(args.seed)
    path = os.path.join(args.out, "last.pt")
    data = get_data(args.seed)
    steps = args.epochs * -(-len(data[0]) // args.batch)

    parts = build(args, steps)
    loop(*parts, data, args, 0, args.first, path)

    # as after a restart of the machine
    parts = build(args, steps)
    start = resume(path, *parts)
    print("resumed at epoch", start)
    loop(*parts, data, args, start, args.epochs, path)


if __name__ == "__main__":
    main()
