# Find the one bright box in a noisy 32x32 picture (box regression), score = mean IoU
import os
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

S = 32
gen = np.random.default_rng(7)
torch.manual_seed(7)


def make_pictures(n):
    imgs = gen.normal(0.2, 0.1, size=(n, 1, S, S)).astype("float32")
    boxes = np.zeros((n, 4), dtype="float32")
    for i in range(n):
        w, h = gen.integers(6, 15, size=2)
        x0 = gen.integers(0, S - w + 1)
        y0 = gen.integers(0, S - h + 1)
        imgs[i, 0, y0:y0 + h, x0:x0 + w] += 0.6
        # centre, width, height as fractions of the picture
        boxes[i] = (x0 + w / 2) / S, (y0 + h / 2) / S, w / S, h / S
    return torch.from_numpy(imgs), torch.from_numpy(boxes)


def iou(a, b):
    """IoU row by row, corners (x1, y1, x2, y2)."""
    left_top = torch.maximum(a[:, :2], b[:, :2])
    right_bottom = torch.minimum(a[:, 2:], b[:, 2:])
    wh = (right_bottom - left_top).clamp(min=0)
    inter = wh[:, 0] * wh[:, 1]
    area_a = (a[:, 2] - a[:, 0]).clamp(min=0) * (a[:, 3] - a[:, 1]).clamp(min=0)
    area_b = (b[:, 2] - b[:, 0]).clamp(min=0) * (b[:, 3] - b[:, 1]).clamp(min=0)
    return inter / (area_a + area_b - inter).clamp(min=1e-6)


class BoxFinder(nn.Module):
    def __init__(self):
        super().__init__()
        layers, c_in = [], 1
        for c in (16, 32, 64):
            layers += [nn.Conv2d(c_in, c, 3, stride=2, padding=1), nn.ReLU()]
            c_in = c
        self.features = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(64 * 4 * 4, 128), nn.ReLU(), nn.Linear(128, 4))

    def forward(self, x):
        return torch.sigmoid(self.head(self.features(x)))


train = TensorDataset(*make_pictures(2000))
valid = TensorDataset(*make_pictures(400))
train_dl = DataLoader(train, batch_size=64, shuffle=True)
valid_dl = DataLoader(valid, batch_size=200)

model = BoxFinder()
loss_fn = nn.SmoothL1Loss(beta=0.05)
opt = torch.optim.Adam(model.parameters(), lr=1e-3)

os.makedirs("out/hb07", exist_ok=True)
for epoch in range(12):
    model.train()
    tr = 0.0
    for img, box in train_dl:
        opt.zero_grad()
        loss = loss_fn(model(img), box)
        loss.backward()
        opt.step()
        tr += loss.item() * len(img)

    model.eval()
    va, ious = 0.0, []
    with torch.no_grad():
        for img, box in valid_dl:
            pred = model(img)
            va += loss_fn(pred, box).item() * len(img)
            ious.append(iou(pred, box))
    print(f"epoch {epoch:2d} train {tr / len(train):.4f} valid {va / len(valid):.4f} "
          f"mean IoU {torch.cat(ious).mean().item():.3f}")

torch.save(model.state_dict(), "out/hb07/boxes.pt")
