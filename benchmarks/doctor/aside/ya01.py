# Classify simple shapes with a small CNN
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import TensorDataset, DataLoader

SHAPES = ["square", "cross", "disc", "stripes"]
SIZE = 20


def draw(shape, rng):
    img = np.zeros((SIZE, SIZE), dtype=np.float32)
    cy, cx = rng.integers(7, 13, size=2)
    r = rng.integers(4, 8)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    if shape == "square":
        img[max(cy - r, 0):cy + r, max(cx - r, 0):cx + r] = 1
    elif shape == "cross":
        img[cy - 1:cy + 1, max(cx - r, 0):cx + r] = 1
        img[max(cy - r, 0):cy + r, cx - 1:cx + 1] = 1
    elif shape == "disc":
        img[(yy - cy) ** 2 + (xx - cx) ** 2 <= r * r] = 1
    else:
        img[(yy + cx) % 4 < 2] = 1
    return img + 0.25 * rng.standard_normal((SIZE, SIZE)).astype(np.float32)


def make_split(n_per_class, seed):
    rng = np.random.default_rng(seed)
    images, labels = [], []
    for idx, shape in enumerate(SHAPES):
        for _ in range(n_per_class):
            images.append(draw(shape, rng))
            labels.append(idx)
    images = torch.from_numpy(np.stack(images)).unsqueeze(1)
    return TensorDataset(images, torch.tensor(labels))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 12, 3, padding=1)
        self.conv2 = nn.Conv2d(12, 24, 3, padding=1)
        self.fc1 = nn.Linear(24 * 5 * 5, 64)
        self.fc2 = nn.Linear(64, len(SHAPES))

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc2(F.relu(self.fc1(x.flatten(1))))


torch.manual_seed(0)
train_set = make_split(400, seed=1)
val_set = make_split(80, seed=2)
train_loader = DataLoader(train_set, batch_size=32)
val_loader = DataLoader(val_set, batch_size=64)

net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(6):
    net.train()
    running = 0.0
    for images, labels in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(images), labels)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(labels)

    net.eval()
    correct = 0
    counts = torch.zeros(len(SHAPES), dtype=torch.long)
    with torch.no_grad():
        for images, labels in val_loader:
            pred = net(images).argmax(1)
            correct += (pred == labels).sum().item()
            counts += torch.bincount(pred, minlength=len(SHAPES))
    print(f"epoch {epoch}: train loss {running / len(train_set):.4f}  "
          f"val acc {correct / len(val_set):.3f}  predicted {dict(zip(SHAPES, counts.tolist()))}")
