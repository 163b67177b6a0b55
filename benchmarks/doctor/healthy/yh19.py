import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn, update_bn
from torch.utils.data import DataLoader, TensorDataset

SEED = 55
torch.manual_seed(SEED)
np.random.seed(SEED)


class Block(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(cout)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)))


def build():
    return nn.Sequential(Block(1, 32), Block(32, 32), nn.MaxPool2d(2), Block(32, 64), nn.AdaptiveAvgPool2d(1),
                         nn.Flatten(), nn.Linear(64, 10))


def mixup(x, y, alpha=0.3):
    lam = float(np.random.beta(alpha, alpha))
    perm = torch.randperm(len(x))
    return lam * x + (1 - lam) * x[perm], y, y[perm], lam


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    right = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    return right / len(loader.dataset)


digits = load_digits()
X = torch.from_numpy(digits.images).float().unsqueeze(1) / 16.0
y = torch.from_numpy(digits.target).long()
i_rest, i_test = train_test_split(np.arange(len(y)), test_size=0.25, stratify=y, random_state=SEED)
i_train, i_val = train_test_split(i_rest, test_size=0.2, stratify=y[i_rest], random_state=SEED)
train_ds, val_ds, test_ds = (TensorDataset(X[i], y[i]) for i in (i_train, i_val, i_test))
train_dl = DataLoader(train_ds, batch_size=64, shuffle=True, drop_last=True)
plain_dl = DataLoader(train_ds, batch_size=64, shuffle=True, drop_last=True)   # no mixup: for the statistics of the average
val_dl, test_dl = DataLoader(val_ds, batch_size=256), DataLoader(test_ds, batch_size=256)

EPOCHS = 20
model = build()
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.98))
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=5e-4)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS)

for epoch in range(EPOCHS):
    model.train()
    losses = []
    for xb, yb in train_dl:
        mixed, ya, yb2, lam = mixup(xb, yb)
        out = model(mixed)
        loss = lam * F.cross_entropy(out, ya) + (1 - lam) * F.cross_entropy(out, yb2)
        opt.zero_grad()
        loss.backward()
        opt.step()
        ema.update_parameters(model)
        losses.append(loss.item())
    sched.step()
    if (epoch + 1) % 4 == 0:
        print(f"epoch {epoch + 1:2d} mixed loss {np.mean(losses):.3f} val acc {evaluate(model, val_dl):.4f}")

update_bn(plain_dl, ema)
update_bn(plain_dl, model)
v_plain, v_ema = evaluate(model, val_dl), evaluate(ema, val_dl)
chosen = ema if v_ema >= v_plain else model
print(f"validation: last weights {v_plain:.4f}, averaged weights {v_ema:.4f}")
print(f"test ({'averaged' if chosen is ema else 'last'}): {evaluate(chosen, test_dl):.4f}")
