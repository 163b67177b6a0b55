import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader

NAMES = ["horizontal", "vertical", "square", "cross"]


def draw(kind, rng, size=20):
    img = rng.normal(0, 0.15, (size, size)).astype(np.float32)
    r, c = rng.integers(5, size - 5, 2)
    if kind == 0:
        img[r, c - 4:c + 5] += 1
    elif kind == 1:
        img[r - 4:r + 5, c] += 1
    elif kind == 2:
        img[r - 3:r + 4, c - 3:c + 4] += 1
    else:
        img[r, c - 4:c + 5] += 1
        img[r - 4:r + 5, c] += 1
    return img


class Shapes(Dataset):
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, 4, n)
        self.images = np.stack([draw(k, rng) for k in self.labels])

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        return torch.from_numpy(self.images[idx]).unsqueeze(0), int(self.labels[idx])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 16, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(16)
        self.fc1 = nn.Linear(16 * 5 * 5, 64)
        self.bn3 = nn.BatchNorm1d(64)
        self.fc2 = nn.Linear(64, 4)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        x = x.flatten(1)
        x = F.relu(self.bn3(self.fc1(x)))
        return self.fc2(x)


torch.manual_seed(0)
train_ds = Shapes(640, seed=0)
test_ds = Shapes(120, seed=1)
loader = DataLoader(train_ds, batch_size=32, shuffle=True)

net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
for epoch in range(8):
    total = 0
    for images, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(images), labels)
        loss.backward()
        optimizer.step()
        total += loss.item()
    print("Epoch %d loss %.4f" % (epoch + 1, total / len(loader)))

net.eval()
hits = 0
with torch.no_grad():
    for i in range(len(test_ds)):
        image, label = test_ds[i]
        scores = F.softmax(net(image.unsqueeze(0)), dim=1)
        p, k = scores.max(1)
        if i < 5:
            print(NAMES[label], "->", NAMES[k.item()], "%.2f" % p.item())
        hits += int(k.item() == label)
print("Accuracy on test images: %.3f" % (hits / len(test_ds)))
