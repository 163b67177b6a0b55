import os
import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(42)


class CancerTable(Dataset):
    def __init__(self, features, target):
        self.features = torch.as_tensor(features, dtype=torch.float32)
        self.target = torch.as_tensor(target, dtype=torch.long)

    def __len__(self):
        return len(self.target)

    def __getitem__(self, i):
        return self.features[i], self.target[i]


class Block(nn.Module):
    def __init__(self, n_in, n_out, p):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out, bias=False)
        self.norm = nn.BatchNorm1d(n_out)
        self.drop = nn.Dropout(p)

    def forward(self, x):
        return self.drop(torch.relu(self.norm(self.lin(x))))


class TabNet(nn.Module):
    def __init__(self, n_in, n_classes):
        super().__init__()
        self.body = nn.Sequential(Block(n_in, 64, 0.2), Block(64, 32, 0.2))
        self.head = nn.Linear(32, n_classes)

    def forward(self, x):
        return self.head(self.body(x))


def run_epoch(model, loader, loss_fn, optimizer=None):
    training = optimizer is not None
    model.train(training)
    loss_sum = hits = n = 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            logits = model(x)
            loss = loss_fn(logits, y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            loss_sum += loss.item() * len(y)
            hits += (logits.argmax(1) == y).sum().item()
            n += len(y)
    return loss_sum / n, hits / n


def main():
    data = load_breast_cancer()
    x_tr, x_va, y_tr, y_va = train_test_split(
        data.data, data.target, test_size=120, stratify=data.target, random_state=42)
    sc = StandardScaler().fit(x_tr)
    train_loader = DataLoader(CancerTable(sc.transform(x_tr), y_tr), batch_size=64, shuffle=True)
    val_loader = DataLoader(CancerTable(sc.transform(x_va), y_va), batch_size=64)

    model = TabNet(x_tr.shape[1], 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-4)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(1, 26):
        tl, ta = run_epoch(model, train_loader, loss_fn, optimizer)
        vl, va = run_epoch(model, val_loader, loss_fn)
        print(f"{epoch:2d} | train {tl:.4f} {ta:.3f} | val {vl:.4f} {va:.3f}")

    os.makedirs("out/hb06", exist_ok=True)
    torch.save(model.state_dict(), "out/hb06/tabnet.pt")


main()
