"""Siamese network with contrastive loss: do two pictures show the same sign?"""
import random
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader

random.seed(5)
np.random.seed(5)
torch.manual_seed(5)
device = "cuda" if torch.cuda.is_available() else "cpu"

N_SIGNS, SIZE, MARGIN = 12, 16, 1.0
SIGNS = (np.random.rand(N_SIGNS, 4, 4) > 0.5).astype(np.float32)


def draw(sign):
    big = np.kron(SIGNS[sign], np.ones((3, 3), dtype=np.float32))        # 12 x 12
    canvas = np.zeros((SIZE, SIZE), dtype=np.float32)
    r, c = np.random.randint(0, 5, 2)
    canvas[r:r + 12, c:c + 12] = big
    return canvas + 0.3 * np.random.randn(SIZE, SIZE).astype(np.float32)


class Pairs(Dataset):
    def __init__(self, per_sign, n_pairs):
        self.images = {s: [draw(s) for _ in range(per_sign)] for s in range(N_SIGNS)}
        self.n_pairs = n_pairs

    def __len__(self):
        return self.n_pairs

    def __getitem__(self, _):
        same = random.random() < 0.5
        s = random.randrange(N_SIGNS)
        if same:
            a, b = random.choice(self.images[s]), random.choice(self.images[s])
        else:
            other = random.choice([k for k in range(N_SIGNS) if k != s])
            a, b = random.choice(self.images[s]), random.choice(self.images[other])
        return torch.from_numpy(a)[None], torch.from_numpy(b)[None], torch.tensor(float(same))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(32 * 4 * 4, 32),
        )

    def forward(self, x):
        return self.net(x)


def distance(a, b):
    return torch.sqrt(((a - b) ** 2).sum(dim=1) + 1e-8)


def contrastive_loss(d, same):
    pull = same * d ** 2
    push = (1 - same) * F.relu(MARGIN - d) ** 2
    return (pull + push).mean()


encoder = Encoder().to(device)
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
train_loader = DataLoader(Pairs(per_sign=40, n_pairs=4000), batch_size=64)
test_loader = DataLoader(Pairs(per_sign=20, n_pairs=1000), batch_size=250)

for epoch in range(8):
    encoder.train()
    total = 0.0
    for a, b, same in train_loader:
        a, b, same = a.to(device), b.to(device), same.to(device)
        loss = contrastive_loss(distance(encoder(a), encoder(b)), same)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    encoder.eval()
    ok = 0
    with torch.no_grad():
        for a, b, same in test_loader:
            d = distance(encoder(a.to(device)), encoder(b.to(device))).cpu()
            ok += ((d < MARGIN / 2).float() == same).sum().item()
    print(f"epoch {epoch + 1}  loss {total / len(train_loader):.4f}  test accuracy {ok / 1000:.3f}")
