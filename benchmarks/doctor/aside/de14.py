"""Two-layer digit network. Hyperparameters taken over one to one from the TensorFlow 1.x graph code."""
from dataclasses import dataclass

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn


@dataclass
class HParams:
    hidden1: int = 96
    hidden2: int = 48
    keep_prob: float = 0.9
    lr: float = 1e-3
    batch_size: int = 32
    epochs: int = 20
    seed: int = 17


def build_network(hp: HParams) -> nn.Module:
    return nn.Sequential(
        nn.Linear(64, hp.hidden1),
        nn.ReLU(),
        nn.Dropout(hp.keep_prob),
        nn.Linear(hp.hidden1, hp.hidden2),
        nn.ReLU(),
        nn.Dropout(hp.keep_prob),
        nn.Linear(hp.hidden2, 10),
    )


def batches(x, y, size):
    for idx in torch.randperm(len(x)).split(size):
        yield x[idx], y[idx]


def score(net, x, y):
    net.eval()
    with torch.inference_mode():
        logits = net(x)
        return nn.functional.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def fit(hp: HParams):
    torch.manual_seed(hp.seed)
    data, target = load_digits(return_X_y=True)
    parts = train_test_split(data / 16.0, target, test_size=0.2, stratify=target, random_state=hp.seed)
    x_train, x_valid = (torch.tensor(p, dtype=torch.float32) for p in parts[:2])
    y_train, y_valid = (torch.tensor(p, dtype=torch.long) for p in parts[2:])

    net = build_network(hp)
    optimizer = torch.optim.Adam(net.parameters(), lr=hp.lr)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(hp.epochs):
        net.train()
        total = 0.0
        for xb, yb in batches(x_train, y_train, hp.batch_size):
            optimizer.zero_grad()
            loss = loss_fn(net(xb), yb)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(xb)
        val_loss, val_acc = score(net, x_valid, y_valid)
        print(f"epoch {epoch + 1:2d}: train loss {total / len(x_train):.3f}, valid loss {val_loss:.3f}, valid acc {val_acc:.3f}")
    return net


if __name__ == "__main__":
    fit(HParams())
