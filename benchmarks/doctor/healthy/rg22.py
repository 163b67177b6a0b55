# multi-task: which digit, even or odd, and how much ink, from one trunk with learned task weights
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(9)


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.1), nn.Linear(128, 64), nn.ReLU())
        self.digit = nn.Linear(64, 10)
        self.parity = nn.Linear(64, 1)
        self.ink = nn.Linear(64, 1)
        self.log_var = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        h = self.trunk(x)
        return self.digit(h), self.parity(h).squeeze(-1), self.ink(h).squeeze(-1)

    def losses(self, out, digit, parity, ink):
        return torch.stack([
            F.cross_entropy(out[0], digit),
            F.binary_cross_entropy_with_logits(out[1], parity),
            F.mse_loss(out[2], ink),
        ])

    def combine(self, losses):
        # uncertainty weighting (Kendall et al.)
        return (torch.exp(-self.log_var) * losses + 0.5 * self.log_var).sum()


X, y = load_digits(return_X_y=True)
X = (X / 16).astype(np.float32)
ink = X.sum(1)
parity = (y % 2).astype(np.float32)
tr, te = train_test_split(np.arange(len(X)), test_size=0.25, random_state=9, stratify=y)
m, s = ink[tr].mean(), ink[tr].std()
ink = ((ink - m) / s).astype(np.float32)


def make(idx):
    return TensorDataset(torch.tensor(X[idx]), torch.tensor(y[idx]).long(),
                         torch.tensor(parity[idx]), torch.tensor(ink[idx]))


train_loader = DataLoader(make(tr), batch_size=32, shuffle=True)
xt, yt, pt, it = make(te).tensors

model = MultiTask()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
for epoch in range(1, 31):
    model.train()
    parts = torch.zeros(3)
    for xb, *targets in train_loader:
        losses = model.losses(model(xb), *targets)
        loss = model.combine(losses)
        opt.zero_grad()
        loss.backward()
        opt.step()
        parts += losses.detach() * len(xb)
    if epoch % 5 == 0:
        model.eval()
        with torch.no_grad():
            d, p, i = model(xt)
            acc = (d.argmax(1) == yt).float().mean()
            pacc = ((p > 0).float() == pt).float().mean()
            r2 = 1 - F.mse_loss(i, it) / it.var(unbiased=False)
        print(f"{epoch:2d} losses {[round(v, 4) for v in (parts / len(tr)).tolist()]} "
              f"digit {acc:.4f} parity {pacc:.4f} ink R2 {r2:.4f}")
print("task weights", torch.exp(-model.log_var).detach().numpy().round(2))
