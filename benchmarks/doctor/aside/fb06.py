"""
Pretrain an encoder on unlabelled digits by reconstruction, then train a
classifier on 300 labelled digits on top of the frozen encoder.
"""
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn import functional as F

torch.manual_seed(11)


class Net(nn.Module):
    def __init__(self, code=32):
        super().__init__()
        self.code = code
        self.encoder = nn.Sequential(
            nn.Linear(64, 128), nn.GELU(), nn.Linear(128, code), nn.GELU()
        )
        self.head = nn.Sequential(nn.Linear(code, 128), nn.GELU(), nn.Linear(128, 64))

    def forward(self, x):
        return self.head(self.encoder(x))


def batches(n, size):
    return torch.randperm(n).split(size)


digits = load_digits()
x = torch.tensor(digits.data, dtype=torch.float32) / 16
y = torch.tensor(digits.target)
perm = torch.randperm(len(x))
x, y = x[perm], y[perm]

x_unlab = x[:1100]
x_lab, y_lab = x[1100:1400], y[1100:1400]
x_test, y_test = x[1400:], y[1400:]

net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)

# ---- stage 1: reconstruction -------------------------------------------------
for epoch in range(20):
    net.train()
    total = 0.0
    for idx in batches(len(x_unlab), 64):
        loss = F.mse_loss(net(x_unlab[idx]), x_unlab[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    if epoch % 5 == 4:
        print(f"[reconstruct] epoch {epoch + 1}: mse {total / len(x_unlab):.4f}")

# ---- stage 2: classification -------------------------------------------------
for p in net.encoder.parameters():
    p.requires_grad_(False)
net.head = nn.Linear(net.code, 10)

for epoch in range(40):
    net.train()
    total = 0.0
    for idx in batches(len(x_lab), 32):
        loss = F.cross_entropy(net(x_lab[idx]), y_lab[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    if epoch % 10 == 9:
        print(f"[classify] epoch {epoch + 1}: loss {total / len(x_lab):.4f}")

net.eval()
with torch.no_grad():
    acc = (net(x_test).argmax(dim=1) == y_test).float().mean().item()
print(f"test accuracy with 300 labels: {acc:.3f}")
