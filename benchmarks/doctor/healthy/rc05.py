import os
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import TensorDataset, DataLoader

OUT = "out/rc05"
os.makedirs(OUT, exist_ok=True)
torch.manual_seed(3)
np.random.seed(3)


class Net(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, 64),
            nn.BatchNorm1d(64),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(64, 1),
        )

    def forward(self, x):
        return self.layers(x).squeeze(1)


X, y = load_breast_cancer(return_X_y=True)
X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.2, random_state=3, stratify=y)
sc = StandardScaler().fit(X_tr)
X_tr = torch.tensor(sc.transform(X_tr), dtype=torch.float32)
X_va = torch.tensor(sc.transform(X_va), dtype=torch.float32)
y_tr = torch.tensor(y_tr, dtype=torch.float32)
y_va = torch.tensor(y_va, dtype=torch.float32)

loader = DataLoader(TensorDataset(X_tr, y_tr), batch_size=32, shuffle=True, drop_last=True)

net = Net(X_tr.shape[1])
opt = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-4)
bce = nn.BCEWithLogitsLoss()


def accuracy(m):
    m.eval()
    with torch.no_grad():
        return ((m(X_va) > 0).float() == y_va).float().mean().item()


best = 0.0
for ep in range(15):
    net.train()
    s = 0.0
    for xb, yb in loader:
        opt.zero_grad()
        loss = bce(net(xb), yb)
        loss.backward()
        opt.step()
        s += loss.item()
    acc = accuracy(net)
    print("epoch %2d loss %.4f val acc %.4f" % (ep, s / len(loader), acc))
    if acc > best:
        best = acc
        torch.save(net, os.path.join(OUT, "best.pt"))

# take the best one again
net = torch.load(os.path.join(OUT, "best.pt"), weights_only=False)
print("best epoch had", round(best, 4), "- loaded model has", round(accuracy(net), 4))
