import argparse

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch import nn, optim
from torch.utils.data import DataLoader, Dataset, Subset

class Digits(Dataset):
    """8x8 digits; shifts the image by up to one pixel if augment=True."""
    def __init__(self, augment=False):
        raw = load_digits()
        self.images = torch.from_numpy(raw.images).float().div(16).unsqueeze(1)
        self.labels = torch.from_numpy(raw.target).long()
        self.augment = augment
    def __len__(self):
        return len(self.labels)
    def __getitem__(self, i):
        img = self.images[i]
        if self.augment:
            dy, dx = torch.randint(0, 3, (2,)).tolist()
            img = F.pad(img, (1, 1, 1, 1))[:, dy:dy + 8, dx:dx + 8]
        return img, self.labels[i]

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc = nn.Linear(32 * 4 * 4, 10)
    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc(x.flatten(1))

def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--max-lr", type=float, default=0.1)
    args = p.parse_args()
    torch.manual_seed(7)
    order = np.random.default_rng(7).permutation(1797)
    train_set, test_set = Subset(Digits(augment=True), order[:1400]), Subset(Digits(), order[1400:])
    train_loader = DataLoader(train_set, args.batch_size, shuffle=True, drop_last=True)
    test_loader = DataLoader(test_set, 200)

    net = Net()
    opt = optim.SGD(net.parameters(), lr=args.max_lr, momentum=0.9, nesterov=True)
    sched = optim.lr_scheduler.OneCycleLR(opt, args.max_lr, epochs=args.epochs, steps_per_epoch=len(train_loader))
    for ep in range(args.epochs):
        net.train()
        for x, t in train_loader:
            opt.zero_grad()
            loss = F.cross_entropy(net(x), t)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            sched.step()
        print(f"[{ep + 1}/{args.epochs}] last batch loss {loss.item():.3f} lr {sched.get_last_lr()[0]:.5f}")

    net.eval()
    with torch.no_grad():
        right = sum((net(x).argmax(1) == t).sum().item() for x, t in test_loader)
    print(f"held-out accuracy: {100 * right / len(test_set):.1f}%")

if __name__ == "__main__":
    main()
