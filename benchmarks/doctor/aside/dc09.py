# %% [markdown]
# Small CNN + weight averaging (EMA). The averaged model goes into the submission.

# %%
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
EPOCHS, BS = 15, 48

# %%
digits = load_digits()
x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1)
y = torch.tensor(digits.target)
tr, va = train_test_split(range(len(y)), test_size=0.25, stratify=digits.target, random_state=0)
mean, std = x[tr].mean(), x[tr].std()
x = (x - mean) / std

train_dl = DataLoader(TensorDataset(x[tr], y[tr]), batch_size=BS, shuffle=True)
valid_dl = DataLoader(TensorDataset(x[va], y[va]), batch_size=256)

# %%
def block(i, o, stride=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(block(1, 32), block(32, 32), block(32, 64, 2), block(64, 64), block(64, 96, 2))
        self.head = nn.Linear(96, 10)

    def forward(self, x):
        return self.head(self.features(x).mean((2, 3)))


class ModelEma:
    """exponential moving average of the weights; the decay is small at first"""

    def __init__(self, model, decay=0.99):
        self.module = copy.deepcopy(model).eval()
        for p in self.module.parameters():
            p.requires_grad_(False)
        self.decay = decay
        self.n = 0

    @torch.no_grad()
    def update(self, model):
        self.n += 1
        d = min(self.decay, (1 + self.n) / (10 + self.n))
        for avg, new in zip(self.module.parameters(), model.parameters()):
            avg.mul_(d).add_(new, alpha=1 - d)


# %%
@torch.no_grad()
def evaluate(model):
    model.eval()
    loss, hit = 0.0, 0
    for xb, yb in valid_dl:
        out = model(xb)
        loss += F.cross_entropy(out, yb, reduction="sum").item()
        hit += (out.argmax(1) == yb).sum().item()
    return loss / len(va), hit / len(va)


# %%
model = Net()
ema = ModelEma(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)

for epoch in range(EPOCHS):
    model.train()
    for xb, yb in train_dl:
        loss = F.cross_entropy(model(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ema.update(model)
    scheduler.step()
    l1, a1 = evaluate(model)
    l2, a2 = evaluate(ema.module)
    print(f"{epoch:2d}  model {l1:.4f} / {a1:.4f}   ema {l2:.4f} / {a2:.4f}")

print("submitting the EMA weights, validation accuracy", round(a2, 4))
