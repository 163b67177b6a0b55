# digits classifier, evaluated with an exponential moving average of the weights (as in the paper: decay 0.9999)
import copy

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class ModelEMA:
    def __init__(self, model, decay=0.9999):
        self.module = copy.deepcopy(model).eval()
        self.decay = decay
        for p in self.module.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for e, p in zip(self.module.parameters(), model.parameters()):
            e.mul_(self.decay).add_(p, alpha=1.0 - self.decay)
        for e, b in zip(self.module.buffers(), model.buffers()):
            e.copy_(b)


def build():
    return nn.Sequential(
        nn.Unflatten(1, (1, 8, 8)),
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(32 * 16, 64), nn.ReLU(), nn.Dropout(0.2),
        nn.Linear(64, 10),
    )


@torch.no_grad()
def accuracy(net, loader):
    net.eval()
    ok = n = 0
    for x, y in loader:
        ok += (net(x).argmax(1) == y).sum().item()
        n += len(y)
    return ok / n


torch.manual_seed(11)
X, y = load_digits(return_X_y=True)
X_tr, X_va, y_tr, y_va = train_test_split(X / 16.0, y, test_size=360, random_state=11, stratify=y)
to_ds = lambda a, b: TensorDataset(torch.tensor(a, dtype=torch.float32), torch.tensor(b))
train_dl = DataLoader(to_ds(X_tr, y_tr), batch_size=64, shuffle=True)
valid_dl = DataLoader(to_ds(X_va, y_va), batch_size=256)

net = build()
ema = ModelEMA(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)
n_epochs = 10
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=n_epochs * len(train_dl))
loss_fn = nn.CrossEntropyLoss()

for epoch in range(n_epochs):
    net.train()
    total = 0.0
    for xb, yb in train_dl:
        optimizer.zero_grad(set_to_none=True)
        loss = loss_fn(net(xb), yb)
        loss.backward()
        optimizer.step()
        scheduler.step()
        ema.update(net)
        total += loss.item() * len(yb)
    print(f"epoch {epoch}: train loss {total / len(X_tr):.4f}  valid acc (ema) {accuracy(ema.module, valid_dl):.4f}")

print(f"final  raw {accuracy(net, valid_dl):.4f}   ema {accuracy(ema.module, valid_dl):.4f}")
