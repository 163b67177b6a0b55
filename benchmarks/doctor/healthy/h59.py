"""Defect pictures from a production line: very unbalanced, so I use a WeightedRandomSampler."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
rng = np.random.default_rng(0)
CLASSES = ["ok", "scratch", "hole", "stain"]


def picture(kind):
    img = rng.normal(0.5, 0.12, (24, 24))
    r, c = rng.integers(5, 19, 2)
    if kind == 1:                                   # diagonal scratch
        for k in range(-4, 5):
            img[r + k, c + k] -= 0.5
    elif kind == 2:                                 # dark hole
        img[r - 2:r + 3, c - 2:c + 3] -= 0.45
    elif kind == 3:                                 # bright stain
        img[r - 3:r + 4, c - 3:c + 4] += 0.3
    return img


def make(counts):
    y = np.concatenate([np.full(n, k) for k, n in enumerate(counts)])
    rng.shuffle(y)
    x = np.stack([picture(k) for k in y])[:, None].astype(np.float32)
    return torch.from_numpy(x), torch.from_numpy(y).long()


x_train, y_train = make([1400, 150, 120, 80])
x_test, y_test = make([100, 100, 100, 100])
mean, std = x_train.mean(), x_train.std()
train_ds = TensorDataset((x_train - mean) / std, y_train)
test_ds = TensorDataset((x_test - mean) / std, y_test)

# rare classes must be drawn more often
class_count = torch.bincount(y_train)
class_weights = 1.0 / class_count.float()
print("class counts:", dict(zip(CLASSES, class_count.tolist())))
sample_weights = class_weights[y_train]
sampler = WeightedRandomSampler(sample_weights, num_samples=len(train_ds), replacement=True)

train_loader = DataLoader(train_ds, batch_size=64, sampler=sampler)
test_loader = DataLoader(test_ds, batch_size=200)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 12, 5, padding=2)
        self.bn1 = nn.BatchNorm2d(12)
        self.conv2 = nn.Conv2d(12, 24, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(24)
        self.fc = nn.Linear(24, 4)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.relu(self.bn2(self.conv2(x)))
        x = F.adaptive_max_pool2d(x, 1).flatten(1)
        return self.fc(x)


net = Net().to(device)
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)

for epoch in range(6):
    net.train()
    hits = seen = 0
    for x, y in train_loader:
        x, y = x.to(device), y.to(device)
        logits = net(x)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        hits += (logits.argmax(1) == y).sum().item()
        seen += len(y)
    net.eval()
    right = torch.zeros(4)
    with torch.no_grad():
        for x, y in test_loader:
            pred = net(x.to(device)).argmax(1).cpu()
            right += torch.bincount(y[pred == y], minlength=4)
    recalls = "  ".join(f"{c} {r / 100:.2f}" for c, r in zip(CLASSES, right.tolist()))
    print(f"epoch {epoch + 1}: train acc {hits / seen:.3f}  test acc {right.sum().item() / 400:.3f}  recall: {recalls}")
