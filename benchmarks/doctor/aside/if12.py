"""Training that can be interrupted: a checkpoint after every epoch, then go on from it."""
import os

import torch
import torch.nn as nn
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

CKPT = "out/if12/last.pt"
os.makedirs(os.path.dirname(CKPT), exist_ok=True)


def data():
    X, y = load_wine(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)
    m, s = X_tr.mean(axis=0), X_tr.std(axis=0)
    f = lambda a: torch.tensor((a - m) / s, dtype=torch.float32)
    return f(X_tr), torch.tensor(y_tr), f(X_va), torch.tensor(y_va)


def fresh():
    model = nn.Sequential(nn.Linear(13, 32), nn.Tanh(), nn.Linear(32, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    return model, optimizer


def validate(model, X_va, y_va):
    model.eval()
    with torch.no_grad():
        pred = model(X_va).argmax(dim=1).numpy()
    return (pred == y_va.numpy()).mean()


def save(model, optimizer, epoch, best_acc):
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "epoch": epoch,
            "best_acc": best_acc,
        },
        CKPT,
    )


def resume(model, optimizer):
    state = torch.load(CKPT, map_location="cpu")
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    return state["epoch"] + 1, state["best_acc"]


def train(until, from_checkpoint=False):
    X_tr, y_tr, X_va, y_va = data()
    model, optimizer = fresh()
    start, best_acc = 0, 0.0
    if from_checkpoint:
        start, best_acc = resume(model, optimizer)
        print(f"going on at epoch {start}, best accuracy so far {best_acc:.3f}")

    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(start, until):
        model.train()
        for idx in torch.randperm(len(y_tr)).split(16):
            optimizer.zero_grad()
            loss = loss_fn(model(X_tr[idx]), y_tr[idx])
            loss.backward()
            optimizer.step()
        acc = validate(model, X_va, y_va)
        best_acc = max(best_acc, acc)
        save(model, optimizer, epoch, best_acc)
        print(f"epoch {epoch}  loss {loss.item():.3f}  acc {acc:.3f}  best {best_acc:.3f}")
    return best_acc


if __name__ == "__main__":
    torch.manual_seed(0)
    train(until=5)
    print("--- the machine was restarted ---")
    final = train(until=15, from_checkpoint=True)
    print(f"best validation accuracy {final:.3f}")
