# Sorting buttons by colour: small convnet on 24x24 pictures.
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

COLOURS = {
    "red": (200, 40, 40),
    "green": (40, 200, 40),
    "blue": (40, 40, 200),
    "yellow": (200, 200, 40),
}
SIZE = 24


def draw(n, rng):
    """n pictures like a camera gives them: uint8, (n, height, width, 3)"""
    yy, xx = np.mgrid[:SIZE, :SIZE]
    labels = rng.integers(0, len(COLOURS), size=n)
    palette = np.array(list(COLOURS.values()), dtype=np.float64)
    images = rng.uniform(70, 130, size=(n, SIZE, SIZE, 3))
    for i in range(n):
        r = rng.uniform(3, 5)
        cy, cx = rng.uniform(6, SIZE - 6, size=2)
        alpha = np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / (2 * r ** 2))[..., None]
        images[i] = (1 - alpha) * images[i] + alpha * palette[labels[i]]
    return images.clip(0, 255).astype(np.uint8), labels


class Buttons(Dataset):
    def __init__(self, images, labels, mean=None, std=None):
        x = images.reshape(-1, 3, SIZE, SIZE)
        self.x = torch.from_numpy(x).float() / 255.0
        self.y = torch.from_numpy(labels).long()
        self.mean = self.x.mean((0, 2, 3)) if mean is None else mean
        self.std = self.x.std((0, 2, 3)) if std is None else std
        self.x = (self.x - self.mean[:, None, None]) / self.std[:, None, None]

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU())


model_seed, data_seed = 0, 5
torch.manual_seed(model_seed)
rng = np.random.default_rng(data_seed)

train_set = Buttons(*draw(1500, rng))
val_set = Buttons(*draw(500, rng), mean=train_set.mean, std=train_set.std)
train_dl = DataLoader(train_set, batch_size=50, shuffle=True)
val_dl = DataLoader(val_set, batch_size=100)

net = nn.Sequential(
    block(3, 12),
    block(12, 24),
    nn.AdaptiveAvgPool2d(1),
    nn.Flatten(),
    nn.Linear(24, len(COLOURS)),
)
optim = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(6):
    net.train()
    losses = []
    for x, y in train_dl:
        optim.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        optim.step()
        losses.append(loss.item())

    net.eval()
    pred = []
    with torch.no_grad():
        for x, _ in val_dl:
            pred.append(net(x).argmax(1))
    pred = torch.cat(pred)
    acc = (pred == val_set.y).float().mean().item()
    print(f"epoch {epoch}: train loss {np.mean(losses):.3f}  val accuracy {acc:.3f}")

for k, name in enumerate(COLOURS):
    sel = val_set.y == k
    print(f"{name:>7}: {(pred[sel] == k).float().mean().item():.2f} of {int(sel.sum())}")
