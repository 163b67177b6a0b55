# %% [markdown]
# Transfer in two stages: body learned on digits 0-5, then moved to 6-9 with few labels.

# %%
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(7)

digits = load_digits()
images = torch.tensor(digits.images[:, None] / 16.0, dtype=torch.float32)
labels = torch.tensor(digits.target)

source = labels < 6
src_x, src_y = images[source], labels[source]
tgt_x, tgt_y = images[~source], labels[~source] - 6

idx_tr, idx_te = train_test_split(
    np.arange(len(tgt_y)), train_size=120, stratify=tgt_y.numpy(), random_state=7
)
idx_va, idx_te = train_test_split(idx_te, test_size=0.5, stratify=tgt_y[idx_te].numpy(), random_state=7)
print("source", len(src_y), "target train/val/test", len(idx_tr), len(idx_va), len(idx_te))

# %%
backbone = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Linear(32 * 2 * 2, 48), nn.ReLU(),
)


def run_epoch(model, optimizer, x, y, batch=32):
    model.train()
    total = 0.0
    order = torch.randperm(len(y))
    for chunk in order.split(batch):
        loss = nn.functional.cross_entropy(model(x[chunk]), y[chunk])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(chunk)
    return total / len(y)


@torch.no_grad()
def accuracy(model, x, y):
    model.eval()
    return (model(x).argmax(1) == y).float().mean().item()


# %% pretraining
pre = nn.Sequential(backbone, nn.Linear(48, 6))
opt = torch.optim.Adam(pre.parameters(), lr=1e-3)
for epoch in range(8):
    loss = run_epoch(pre, opt, src_x, src_y)
print(f"pretraining finished, loss {loss:.4f}")

# %% stage 1: only the new head
model = nn.Sequential(backbone, nn.Linear(48, 4))
for p in backbone.parameters():
    p.requires_grad = False

optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=3e-3)
for epoch in range(15):
    loss = run_epoch(model, optimizer, tgt_x[idx_tr], tgt_y[idx_tr])
print(f"stage 1  loss {loss:.4f}  val {accuracy(model, tgt_x[idx_va], tgt_y[idx_va]):.3f}")

# %% stage 2: whole network, gently
for p in backbone.parameters():
    p.requires_grad = True
for group in optimizer.param_groups:
    group["lr"] = 3e-4

for epoch in range(25):
    loss = run_epoch(model, optimizer, tgt_x[idx_tr], tgt_y[idx_tr])
    if epoch % 5 == 4:
        val = accuracy(model, tgt_x[idx_va], tgt_y[idx_va])
        print(f"stage 2  epoch {epoch + 1:2d}  loss {loss:.4f}  val {val:.3f}")

# %%
print(f"test accuracy {accuracy(model, tgt_x[idx_te], tgt_y[idx_te]):.3f}")
