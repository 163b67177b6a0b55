"""Small convnet on the 8x8 digits of scikit-learn."""
import copy
import pathlib

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

SEED, EPOCHS, BATCH = 7, 15, 64
OUT = pathlib.Path("out/wc01")


class DigitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 16, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(16)
        self.c2 = nn.Conv2d(16, 32, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(32)
        self.drop = nn.Dropout(0.2)
        self.fc = nn.Linear(32 * 2 * 2, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.b1(self.c1(x))), 2)   # 8 -> 4
        x = F.max_pool2d(F.relu(self.b2(self.c2(x))), 2)   # 4 -> 2
        return self.fc(self.drop(x.flatten(1)))            # logits


def tensors(x, y):
    x = torch.from_numpy((x / 16.0).astype(np.float32)).unsqueeze(1)
    return TensorDataset(x, torch.from_numpy(y.astype(np.int64)))


@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    hits = total = 0
    loss = 0.0
    for x, y in loader:
        logits = net(x)
        loss += F.cross_entropy(logits, y, reduction="sum").item()
        hits += (logits.argmax(1) == y).sum().item()
        total += len(y)
    return loss / total, hits / total


def main():
    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    data = load_digits()
    x_rest, x_test, y_rest, y_test = train_test_split(
        data.images, data.target, test_size=0.2, stratify=data.target, random_state=SEED)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED)
    # the leftover rows of an epoch are dropped; shuffling makes it other rows each time
    train = DataLoader(tensors(x_train, y_train), BATCH, shuffle=True, drop_last=True)
    val = DataLoader(tensors(x_val, y_val), 256)
    test = DataLoader(tensors(x_test, y_test), 256)

    net = DigitNet()
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS)
    best_loss, best_state = float("inf"), None
    for epoch in range(EPOCHS):
        net.train()
        for x, y in train:
            opt.zero_grad()
            F.cross_entropy(net(x), y).backward()
            opt.step()
        sched.step()
        vloss, vacc = evaluate(net, val)
        print(f"epoch {epoch + 1:2d}  val loss {vloss:.4f}  val acc {vacc:.4f}")
        if vloss < best_loss:
            best_loss, best_state = vloss, copy.deepcopy(net.state_dict())
    net.load_state_dict(best_state)
    print("test: loss %.4f accuracy %.4f" % evaluate(net, test))
    OUT.mkdir(parents=True, exist_ok=True)
    torch.save(best_state, OUT / "digitnet.pt")


if __name__ == "__main__":
    main()
