# report of a 3-class model: accuracy, macro F1, confusion matrix, AUC
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_wine
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score, roc_auc_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(4)
out = Path("out/ip12")
out.mkdir(parents=True, exist_ok=True)

wine = load_wine()
tr_x, te_x, tr_y, te_y = train_test_split(
    wine.data, wine.target, test_size=0.3, stratify=wine.target, random_state=4
)
center, scale = tr_x.mean(axis=0), tr_x.std(axis=0)
tr_x = torch.as_tensor((tr_x - center) / scale, dtype=torch.float32)
te_x = torch.as_tensor((te_x - center) / scale, dtype=torch.float32)
tr_y = torch.as_tensor(tr_y)
te_y = torch.as_tensor(te_y)

train_dl = DataLoader(TensorDataset(tr_x, tr_y), batch_size=16, shuffle=True)
test_dl = DataLoader(TensorDataset(te_x, te_y), batch_size=16, shuffle=False)

net = nn.Sequential(
    nn.Linear(13, 24),
    nn.GELU(),
    nn.Dropout(0.1),
    nn.Linear(24, 3),
)
criterion = nn.CrossEntropyLoss()
optim = torch.optim.Adam(net.parameters(), lr=5e-3)


def train(epochs):
    net.train()
    for ep in range(epochs):
        running = 0.0
        for bx, by in train_dl:
            optim.zero_grad(set_to_none=True)
            loss = criterion(net(bx), by)
            loss.backward()
            optim.step()
            running += loss.item() * by.numel()
        print(f"[{ep + 1}/{epochs}] loss {running / len(tr_x):.4f}")


def collect(loader):
    net.eval()
    scores, truth = [], []
    with torch.no_grad():
        for bx, by in loader:
            scores.append(net(bx).numpy())
            truth.append(by.numpy())
    return np.concatenate(scores), np.concatenate(truth)


def report(scores, truth):
    pred = scores.argmax(axis=1)
    result = {
        "accuracy": float(accuracy_score(truth, pred)),
        "macro_f1": float(f1_score(truth, pred, average="macro")),
        "confusion": confusion_matrix(truth, pred).tolist(),
        "auc_ovr": float(roc_auc_score(truth, scores, multi_class="ovr", average="macro")),
    }
    return result


train(epochs=10)
result = report(*collect(test_dl))
for name, value in result.items():
    print(f"{name:10s} {value}")
(out / "report.json").write_text(json.dumps(result, indent=2))
torch.save(net.state_dict(), out / "net.pt")
