"""Small CNN on the 8x8 digits, one-cycle schedule, best epoch kept in memory."""
import copy
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

SEED = 13
EPOCHS = 12
OUT = "out/fh01"

torch.manual_seed(SEED)
os.makedirs(OUT, exist_ok=True)


class DigitNet(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        # no bias: the batch norm right after brings its own
        self.c1 = nn.Conv2d(1, width, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(width)
        self.c2 = nn.Conv2d(width, 2 * width, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(2 * width)
        self.drop = nn.Dropout(0.25)
        self.out = nn.Linear(2 * width * 4, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.b1(self.c1(x))), 2)
        x = F.max_pool2d(F.relu(self.b2(self.c2(x))), 2)
        return self.out(self.drop(x.flatten(1)))


def tensors(x, y):
    # pixels are 0..16 by the data set's definition, so a constant scale is enough
    return TensorDataset(torch.tensor(x / 16.0, dtype=torch.float32).view(-1, 1, 8, 8), torch.tensor(y))


@torch.inference_mode()
def evaluate(net, loader):
    net.eval()
    loss = hits = n = 0
    for x, y in loader:
        z = net(x)
        loss += F.cross_entropy(z, y, reduction="sum").item()
        hits += (z.argmax(-1) == y).sum().item()
        n += len(y)
    return loss / n, hits / n


digits = load_digits()
x_rest, x_test, y_rest, y_test = train_test_split(
    digits.data, digits.target, test_size=0.2, stratify=digits.target, random_state=SEED)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED)

train = DataLoader(tensors(x_train, y_train), batch_size=64, shuffle=True, drop_last=True)
val = DataLoader(tensors(x_val, y_val), batch_size=256)
test = DataLoader(tensors(x_test, y_test), batch_size=256)

net = DigitNet()
opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=5e-3, total_steps=EPOCHS * len(train))

best, best_state = float("inf"), None
for epoch in range(EPOCHS):
    net.train()
    for x, y in train:
        loss = F.cross_entropy(net(x), y, label_smoothing=0.05)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
    vloss, vacc = evaluate(net, val)
    print(f"epoch {epoch + 1:2d}  val loss {vloss:.4f}  val acc {vacc:.4f}  lr {sched.get_last_lr()[0]:.2e}")
    if vloss < best:
        best, best_state = vloss, copy.deepcopy(net.state_dict())

net.load_state_dict(best_state)
print("test loss %.4f, accuracy %.4f" % evaluate(net, test))
torch.save(best_state, f"{OUT}/digits.pt")
