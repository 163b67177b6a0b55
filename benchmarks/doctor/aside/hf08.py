# Train with checkpoints every few epochs; a second call picks up where the first one stopped.
import os
import shutil

import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch import nn

RUN_DIR = "out/hf08"
LAST = os.path.join(RUN_DIR, "last.pt")
BEST = os.path.join(RUN_DIR, "best.pt")

X, y = load_wine(return_X_y=True)
X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.3, stratify=y, random_state=2)
mu, sigma = X_train.mean(axis=0), X_train.std(axis=0)
X_train = torch.tensor((X_train - mu) / sigma, dtype=torch.float32)
X_val = torch.tensor((X_val - mu) / sigma, dtype=torch.float32)
y_train, y_val = torch.tensor(y_train), torch.tensor(y_val)


def make_model():
    return nn.Sequential(nn.Linear(13, 24), nn.Tanh(), nn.Linear(24, 3))


def save(path, model, optimizer, scheduler, epoch, best_loss):
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "scheduler": scheduler.state_dict(),
            "epoch": epoch,
            "best_loss": best_loss,
        },
        path,
    )


def val_loss(model):
    model.eval()
    losses = []
    with torch.no_grad():
        for xb, yb in zip(X_val.split(18), y_val.split(18)):
            losses.append(nn.functional.cross_entropy(model(xb), yb).item())
    return np.mean(losses)


def fit(until, total=30, resume=False):
    model = make_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=total // 3, gamma=0.3)
    start, best = 0, float("inf")

    if resume and os.path.exists(LAST):
        ckpt = torch.load(LAST, map_location="cpu")
        model.load_state_dict(ckpt["model"])
        optimizer.load_state_dict(ckpt["optimizer"])
        scheduler.load_state_dict(ckpt["scheduler"])
        start, best = ckpt["epoch"] + 1, ckpt["best_loss"]
        print(f"resumed at epoch {start}, best so far {best:.4f}")

    for epoch in range(start, until):
        model.train()
        for idx in torch.randperm(len(y_train)).split(16):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(X_train[idx]), y_train[idx])
            loss.backward()
            optimizer.step()
        scheduler.step()

        current = val_loss(model)
        if current < best:
            best = current
            save(BEST, model, optimizer, scheduler, epoch, best)
        save(LAST, model, optimizer, scheduler, epoch, best)
        print(f"epoch {epoch:2d}  val loss {current:.4f}  best {best:.4f}")


if __name__ == "__main__":
    torch.manual_seed(2)
    shutil.rmtree(RUN_DIR, ignore_errors=True)
    os.makedirs(RUN_DIR)
    fit(until=5)
    fit(until=30, resume=True)
