import os
from pathlib import Path

import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(13)
ckpt_dir = Path("out/rf26")
os.makedirs(ckpt_dir, exist_ok=True)

X, y = load_breast_cancer(return_X_y=True)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, random_state=13, stratify=y)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, random_state=13, stratify=y_rest)
scaler = StandardScaler().fit(X_train)


def tensors(a, b):
    return torch.tensor(scaler.transform(a), dtype=torch.float32), torch.tensor(b, dtype=torch.float32).unsqueeze(1)


X_train, y_train = tensors(X_train, y_train)
X_val, y_val = tensors(X_val, y_val)
X_test, y_test = tensors(X_test, y_test)


def build():
    return nn.Sequential(nn.Linear(30, 32), nn.LayerNorm(32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 1))


criterion = nn.BCEWithLogitsLoss(pos_weight=(y_train == 0).sum() / (y_train == 1).sum())


def evaluate(net, X, y):
    net.eval()
    with torch.no_grad():
        logits = net(X)
        return criterion(logits, y).item(), ((logits > 0) == y.bool()).float().mean().item()


net = build()
opt = torch.optim.AdamW(net.parameters(), lr=7e-4, weight_decay=1e-2)
EPOCHS, KEEP = 24, 5
for epoch in range(EPOCHS):
    net.train()
    total = 0.0
    for idx in torch.randperm(len(X_train)).split(32):
        opt.zero_grad()
        loss = criterion(net(X_train[idx]), y_train[idx])
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    if epoch >= EPOCHS - KEEP:
        torch.save({"epoch": epoch, "model": net.state_dict(), "optimizer": opt.state_dict()},
                   ckpt_dir / f"epoch{epoch}.pt")
    if epoch % 4 == 3:
        vl, va = evaluate(net, X_val, y_val)
        print(f"epoch {epoch + 1} train {total / len(X_train):.4f} val {vl:.4f} acc {va:.4f}")

paths = [ckpt_dir / f"epoch{e}.pt" for e in range(EPOCHS - KEEP, EPOCHS)]
average = None
for path in paths:
    state = torch.load(path, map_location="cpu", weights_only=True)["model"]
    if average is None:
        average = {k: v.clone() / len(paths) for k, v in state.items()}
    else:
        for k, v in state.items():
            average[k] += v / len(paths)

averaged = build()
averaged.load_state_dict(average)
for name, m in (("last", net), ("averaged", averaged)):
    tl, ta = evaluate(m, X_test, y_test)
    print(f"{name:9s} test loss {tl:.4f} accuracy {ta:.4f}")
