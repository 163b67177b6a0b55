import copy

import torch
import torch.nn as nn
from sklearn.datasets import make_moons
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class EMA:
    """Exponential moving average of the weights; the copy is only read from."""

    def __init__(self, model, decay=0.99):
        self.decay = decay
        self.shadow = copy.deepcopy(model).eval()
        for p in self.shadow.parameters():
            p.requires_grad_(False)
        self.updates = 0

    @torch.no_grad()
    def update(self, model):
        self.updates += 1
        d = min(self.decay, (1 + self.updates) / (10 + self.updates))
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.mul_(d).add_(p, alpha=1 - d)
        for s, b in zip(self.shadow.buffers(), model.buffers()):
            s.copy_(b)


torch.manual_seed(2)
X, y = make_moons(2000, noise=0.15, random_state=2)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.5, random_state=2)
X_tr, X_te = torch.tensor(X_tr, dtype=torch.float32), torch.tensor(X_te, dtype=torch.float32)
y_tr, y_te = torch.tensor(y_tr, dtype=torch.float32), torch.tensor(y_te, dtype=torch.float32)
loader = DataLoader(TensorDataset(X_tr, y_tr), batch_size=25, shuffle=True, drop_last=True)

model = nn.Sequential(
    nn.Linear(2, 64), nn.LayerNorm(64), nn.ReLU(),
    nn.Linear(64, 64), nn.LayerNorm(64), nn.ReLU(),
    nn.Linear(64, 1),
)
ema = EMA(model)
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.BCEWithLogitsLoss()


@torch.no_grad()
def evaluate(net):
    was_training = net.training
    net.eval()
    logits = net(X_te).squeeze(1)
    net.train(was_training)
    acc = ((logits > 0).float() == y_te).float().mean().item()
    return loss_fn(logits, y_te).item(), acc


for epoch in range(20):
    model.train()
    running = 0.0
    for xb, yb in loader:
        loss = loss_fn(model(xb).squeeze(1), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        ema.update(model)
        running += loss.item()
    if epoch % 4 == 3:
        raw, avg = evaluate(model), evaluate(ema.shadow)
        print(f"epoch {epoch + 1:2d} train {running / len(loader):.4f} | "
              f"raw loss {raw[0]:.4f} acc {raw[1]:.4f} | ema loss {avg[0]:.4f} acc {avg[1]:.4f}")
