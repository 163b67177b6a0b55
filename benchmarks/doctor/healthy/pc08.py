import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader, random_split

SIZE = 32
EPOCHS = 6
# mean colour of each kind of marble (red, green, blue)
COLOURS = {"ruby": (170, 70, 70), "emerald": (70, 170, 70), "sapphire": (70, 70, 170), "amber": (170, 170, 70)}
CLASSES = list(COLOURS)


def draw(kind, rng):
    """One RGB photo, uint8, shape (SIZE, SIZE, 3): a marble on a grey, grainy table."""
    img = rng.integers(40, 180) + rng.normal(0, 40, (SIZE, SIZE, 3))
    cy, cx, r = rng.integers(9, 23), rng.integers(9, 23), rng.integers(5, 9)
    y, x = np.mgrid[:SIZE, :SIZE]
    marble = (y - cy) ** 2 + (x - cx) ** 2 <= r ** 2
    light = rng.uniform(0.6, 1.3)
    img[marble] = light * np.array(COLOURS[kind]) + rng.normal(0, 40, (marble.sum(), 3))
    return img.clip(0, 255).astype(np.uint8)


class MarbleDataset(Dataset):
    def __init__(self, n, seed=0):
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, len(CLASSES), n)
        self.images = np.stack([draw(CLASSES[k], rng) for k in self.labels])

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        image = torch.from_numpy(self.images[idx]).float() / 255.0
        image = image.permute(2, 0, 1)
        return (image - 0.5) / 0.5, int(self.labels[idx])


def block(c_in, c_out):
    return nn.Sequential(nn.Conv2d(c_in, c_out, 3, padding=1), nn.BatchNorm2d(c_out), nn.ReLU(), nn.MaxPool2d(2))


if __name__ == "__main__":
    torch.manual_seed(0)
    full = MarbleDataset(1500)
    train_set, val_set = random_split(full, [1200, 300], generator=torch.Generator().manual_seed(0))
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=100)

    net = nn.Sequential(block(3, 16), block(16, 32),
                        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, len(CLASSES)))
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(EPOCHS):
        net.train()
        total_loss = 0.0
        for images, targets in train_loader:
            optimizer.zero_grad()
            loss = criterion(net(images), targets)
            loss.backward()
            optimizer.step()
            total_loss += loss.item() * len(targets)
        scheduler.step()

        net.eval()
        hits = 0
        with torch.no_grad():
            for images, targets in val_loader:
                hits += (net(images).argmax(dim=1) == targets).sum().item()
        print(f"epoch {epoch + 1:2d} | train loss {total_loss / len(train_set):.3f} | val acc {hits / len(val_set):.3f}")
