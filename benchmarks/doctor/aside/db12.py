# Multi-task learning with homoscedastic uncertainty (Kendall, Gal & Cipolla 2018): one regression head and one
# classification head on a shared trunk, each task's weight follows from its own log-variance s = log(sigma^2).
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(2)
rng = np.random.default_rng(2)


def simulate(n, w_reg, w_cls):
    x = rng.normal(size=(n, 20))
    depth = 4.0 * np.tanh(x @ w_reg) + 3.0 * x[:, 0] * x[:, 1] + rng.normal(scale=3.0, size=n)
    logits = x @ w_cls
    label = (logits + rng.gumbel(size=logits.shape)).argmax(1)
    return TensorDataset(
        torch.tensor(x, dtype=torch.float32),
        torch.tensor(depth, dtype=torch.float32),
        torch.tensor(label, dtype=torch.long),
    )


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU())
        self.depth = nn.Linear(32, 1)
        self.label = nn.Linear(32, 5)

    def forward(self, x):
        h = self.trunk(x)
        return self.depth(h).squeeze(-1), self.label(h)


class UncertaintyWeighting:
    def __init__(self):
        self.s_depth = torch.zeros(1, requires_grad=True)
        self.s_label = torch.zeros(1, requires_grad=True)

    def __call__(self, mse, ce):
        total = 0.5 * torch.exp(-self.s_depth) * mse + 0.5 * self.s_depth
        total = total + torch.exp(-self.s_label) * ce + 0.5 * self.s_label
        return total.squeeze()


w_reg = rng.normal(size=20) / np.sqrt(20)
w_cls = rng.normal(size=(20, 5)) * 0.7
train_dl = DataLoader(simulate(4000, w_reg, w_cls), batch_size=100, shuffle=True)
test_dl = DataLoader(simulate(1000, w_reg, w_cls), batch_size=500)

net = TwoHeads()
weighting = UncertaintyWeighting()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
mse_fn, ce_fn = nn.MSELoss(), nn.CrossEntropyLoss()

for epoch in range(1, 21):
    net.train()
    for x, depth, label in train_dl:
        optimizer.zero_grad()
        d_hat, l_hat = net(x)
        loss = weighting(mse_fn(d_hat, depth), ce_fn(l_hat, label))
        loss.backward()
        optimizer.step()

    if epoch % 4 == 0:
        net.eval()
        se = hit = n = 0.0
        with torch.no_grad():
            for x, depth, label in test_dl:
                d_hat, l_hat = net(x)
                se += (d_hat - depth).pow(2).sum().item()
                hit += (l_hat.argmax(1) == label).sum().item()
                n += len(label)
        sig = [torch.exp(0.5 * s).item() for s in (weighting.s_depth, weighting.s_label)]
        print(f"epoch {epoch:2d}  rmse {(se / n) ** 0.5:.3f}  acc {hit / n:.3f}  sigma depth {sig[0]:.3f} label {sig[1]:.3f}")
