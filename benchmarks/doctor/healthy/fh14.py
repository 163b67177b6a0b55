"""Contrastive pre-training without labels, then a linear probe.

Two noisy views of one digit are to lie near each other and far from the views of the other digits of the batch.
The encoder never sees a label; the probe is fitted on the training rows and judged on the test rows.
"""
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(0)
os.makedirs("out/fh14", exist_ok=True)


def augment(x):
    """Shift by at most one pixel, change the contrast, add noise: (n, 1, 8, 8) -> (n, 1, 8, 8)."""
    n = len(x)
    padded = F.pad(x, (1, 1, 1, 1))
    dx, dy = torch.randint(0, 3, (2, n))
    rows = (dy[:, None] + torch.arange(8))[:, :, None]
    cols = (dx[:, None] + torch.arange(8))[:, None, :]
    moved = padded[torch.arange(n)[:, None, None], 0, rows, cols].unsqueeze(1)
    return moved * (0.7 + 0.6 * torch.rand(n, 1, 1, 1)) + 0.1 * torch.randn_like(moved)


class Encoder(nn.Module):
    def __init__(self, dim=64):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(256, dim))
        self.head = nn.Sequential(nn.ReLU(), nn.Linear(dim, 32))

    def forward(self, x):
        return F.normalize(self.head(self.body(x)), dim=1)


def nt_xent(a, b, temperature=0.3):
    z = torch.cat([a, b])
    sim = z @ z.T / temperature
    sim.fill_diagonal_(float("-inf"))  # nobody is his own pair
    n = len(a)
    partner = torch.arange(2 * n).roll(n)
    return F.cross_entropy(sim, partner)


def features(net, x):
    net.eval()
    with torch.no_grad():
        return net.body(x).numpy()


digits = load_digits()
x = torch.tensor(digits.images / 16.0, dtype=torch.float32).unsqueeze(1)
i_train, i_test = train_test_split(range(len(x)), test_size=0.25, stratify=digits.target, random_state=0)
x_train, x_test = x[i_train], x[i_test]
y_train, y_test = digits.target[i_train], digits.target[i_test]

net = Encoder()
probe = lambda: LogisticRegression(max_iter=5000).fit(features(net, x_train), y_train).score(features(net, x_test), y_test)
print("probe on the untrained encoder", round(probe(), 4))

epochs, batch = 30, 128
steps = epochs * (len(x_train) // batch)
opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, steps)

for epoch in range(epochs):
    net.train()
    order = torch.randperm(len(x_train))
    losses = []
    for k in range(len(x_train) // batch):  # full batches only: the task is easier in a small one
        xb = x_train[order[k * batch:(k + 1) * batch]]
        loss = nt_xent(net(augment(xb)), net(augment(xb)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        losses.append(loss.item())
    if epoch % 6 == 5:
        print(f"epoch {epoch + 1:2d}  contrastive loss {sum(losses) / len(losses):.4f}")

print("probe after pre-training", round(probe(), 4))
torch.save(net.body.state_dict(), "out/fh14/body.pt")
