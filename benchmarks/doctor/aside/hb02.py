# Which shape is in the picture? circle / square / triangle, random colour, random place.
import os
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import TensorDataset, DataLoader

os.makedirs("out/hb02", exist_ok=True)
rs = np.random.RandomState(0)
torch.manual_seed(0)
SIZE = 24


def draw(kind):
    """one RGB picture as an image library would give it: (height, width, 3), uint8"""
    img = rs.randint(0, 90, size=(SIZE, SIZE, 3))
    colour = rs.randint(110, 256, size=3)
    r = rs.randint(4, 8)
    cy, cx = rs.randint(r, SIZE - r, size=2)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    if kind == 0:
        mask = (yy - cy) ** 2 + (xx - cx) ** 2 <= r * r
    elif kind == 1:
        mask = (abs(yy - cy) <= r - 1) & (abs(xx - cx) <= r - 1)
    else:
        mask = (abs(xx - cx) * 2 <= yy - cy + r) & (yy <= cy + r)
        mask &= yy >= cy - r
    img[mask] = colour
    return img.astype(np.uint8)


def make_set(n):
    labels = rs.randint(0, 3, size=n)
    images = np.stack([draw(k) for k in labels])
    x = torch.from_numpy(images).float() / 255.0
    x = x.view(n, 3, SIZE, SIZE)
    return TensorDataset(x, torch.from_numpy(labels).long())


train_ds, val_ds = make_set(2400), make_set(600)
train_dl = DataLoader(train_ds, batch_size=64, shuffle=True)
val_dl = DataLoader(val_ds, batch_size=200)


class ShapeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.conv3 = nn.Conv2d(32, 32, 3, padding=1)
        self.out = nn.Linear(32, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = F.relu(self.conv3(x))
        return self.out(x.amax(dim=(2, 3)))


net = ShapeNet()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)

for epoch in range(12):
    net.train()
    running = 0.0
    for xb, yb in train_dl:
        loss = F.cross_entropy(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item() * xb.size(0)

    net.eval()
    right = 0
    with torch.no_grad():
        for xb, yb in val_dl:
            right += (net(xb).argmax(1) == yb).sum().item()
    print(f"epoch {epoch:02d}  loss {running / len(train_ds):.3f}  val acc {right / len(val_ds):.3f}")

torch.save(net.state_dict(), "out/hb02/shapes.pt")
