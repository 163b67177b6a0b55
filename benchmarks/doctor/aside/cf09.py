# %% [markdown]
# Striped tiles: which way do the stripes run, and which colour? (6 classes, 16x16 RGB)

# %%
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1)
COLOURS = np.array([[0.9, 0.2, 0.2], [0.2, 0.9, 0.2], [0.2, 0.2, 0.9]])


def make_tiles(n, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 6, n)
    imgs = np.empty((n, 16, 16, 3), dtype=np.float32)
    grid = np.arange(16)
    for i, lab in enumerate(labels):
        wave = 0.5 + 0.5 * np.sin(2 * np.pi * grid / rng.uniform(4, 7) + rng.uniform(0, 6.28))
        mask = np.tile(wave[:, None], (1, 16)) if lab % 2 == 0 else np.tile(wave[None, :], (16, 1))
        imgs[i] = mask[..., None] * COLOURS[lab // 2]
    imgs += 0.35 * rng.standard_normal(imgs.shape).astype(np.float32)
    return imgs, labels


x_train, y_train = make_tiles(2000, seed=10)
x_test, y_test = make_tiles(600, seed=20)
print(x_train.shape, x_train.mean((0, 1, 2)), np.bincount(y_train))

# %% torch wants channels first
mean, std = x_train.mean((0, 1, 2)), x_train.std((0, 1, 2))


def to_tensor(imgs):
    imgs = (imgs - mean) / std
    return torch.from_numpy(imgs.reshape(-1, 3, 16, 16)).float()


Xtr, Xte = to_tensor(x_train), to_tensor(x_test)
ytr, yte = torch.from_numpy(y_train), torch.from_numpy(y_test)


# %%
class TileNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc = nn.Linear(32, 6)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.relu(self.conv2(x))
        x = x.mean(dim=(2, 3))
        return self.fc(x)


net = TileNet()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)

# %%
for epoch in range(12):
    net.train()
    order = torch.randperm(len(Xtr))
    total = 0.0
    for idx in order.split(50):
        opt.zero_grad()
        loss = F.cross_entropy(net(Xtr[idx]), ytr[idx])
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    net.eval()
    with torch.no_grad():
        acc = (net(Xte).argmax(1) == yte).float().mean().item()
    print(f"epoch {epoch + 1:2d}  loss {total / len(Xtr):.3f}  test acc {acc:.3f}")
