"""Average the checkpoints of the last epochs; the batch norm's statistics are counted anew for the average."""
from pathlib import Path

import torch
from sklearn.datasets import make_friedman1
from torch import nn, optim
from torch.optim.swa_utils import update_bn
from torch.utils.data import DataLoader, TensorDataset, random_split

HERE = Path("out/fh24")
HERE.mkdir(parents=True, exist_ok=True)
for old in HERE.glob("epoch*.pt"):
    old.unlink()

torch.manual_seed(61)
X, y = make_friedman1(n_samples=4000, n_features=10, noise=1.0, random_state=61)
data = TensorDataset(torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32))
train_set, val_set, test_set = random_split(data, [0.7, 0.15, 0.15], generator=torch.Generator().manual_seed(61))
train = DataLoader(train_set, batch_size=64, shuffle=True, drop_last=True)
val, test = DataLoader(val_set, batch_size=600), DataLoader(test_set, batch_size=600)


def build():
    return nn.Sequential(nn.Linear(10, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(),
                         nn.Linear(64, 1), nn.Flatten(0))


@torch.no_grad()
def mse(model, loader):
    model.eval()
    total = sum(((model(x) - t) ** 2).sum().item() for x, t in loader)
    return total / len(loader.dataset)


EPOCHS, KEEP = 30, 6
model = build()
opt = optim.AdamW(model.parameters(), lr=1e-2)
# down to a tenth, then constant: the kept checkpoints are samples from around one minimum
sched = optim.lr_scheduler.SequentialLR(
    opt,
    [optim.lr_scheduler.LinearLR(opt, 1.0, 0.1, total_iters=EPOCHS - KEEP),
     optim.lr_scheduler.ConstantLR(opt, factor=0.1, total_iters=KEEP + 1)],
    milestones=[EPOCHS - KEEP])

for epoch in range(1, EPOCHS + 1):
    model.train()
    for x, t in train:
        loss = nn.functional.mse_loss(model(x), t)
        opt.zero_grad()
        loss.backward()
        opt.step()
    sched.step()
    if epoch > EPOCHS - KEEP:
        torch.save(model.state_dict(), HERE / f"epoch{epoch:02d}.pt")
    if epoch % 6 == 0:
        print(f"epoch {epoch:2d}  val MSE {mse(model, val):.4f}")

files = sorted(HERE.glob("epoch*.pt"))
states = [torch.load(f, weights_only=True) for f in files]
average = {}
for name, first in states[0].items():
    if first.dtype.is_floating_point:
        average[name] = torch.stack([s[name] for s in states]).mean(0)
    else:
        average[name] = first.clone()

swa = build()
swa.load_state_dict(average)
update_bn(train, swa)  # takes x out of (x, t) and runs in training mode without gradients' being used

print(f"averaged {len(files)} checkpoints")
print(f"validation MSE: last {mse(model, val):.4f}, average {mse(swa, val):.4f}")
chosen = swa if mse(swa, val) <= mse(model, val) else model
print(f"test MSE of the better one {mse(chosen, test):.4f} (noise alone: 1.0, always the mean: {y.var():.1f})")
