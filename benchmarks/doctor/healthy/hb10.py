import math
import os
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

EPOCHS, BATCH = 20, 64
torch.manual_seed(17)
os.makedirs("out/hb10", exist_ok=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 16, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(16)
        self.c2 = nn.Conv2d(16, 32, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(32)
        self.fc = nn.Linear(32 * 4 * 4, 10)

    def forward(self, x):
        x = F.relu(self.b1(self.c1(x)))
        x = F.max_pool2d(F.relu(self.b2(self.c2(x))), 2)
        x = F.dropout(x.flatten(1), p=0.25, training=self.training)
        return F.log_softmax(self.fc(x), dim=1)


def shift(x):
    """move every picture of the batch by at most one pixel"""
    padded = F.pad(x, (1, 1, 1, 1))
    out = torch.empty_like(x)
    offsets = torch.randint(0, 3, (len(x), 2)).tolist()
    for i, (dy, dx) in enumerate(offsets):
        out[i] = padded[i, :, dy:dy + 8, dx:dx + 8]
    return out


images, target = load_digits(return_X_y=True)
images = torch.tensor(images / 16.0, dtype=torch.float32).view(-1, 1, 8, 8)
labels = torch.tensor(target, dtype=torch.long)
train_idx, rest_idx = train_test_split(range(len(target)), test_size=0.4, stratify=target, random_state=1)
val_idx, test_idx = train_test_split(rest_idx, test_size=0.5, stratify=target[rest_idx], random_state=1)

train_loader = DataLoader(TensorDataset(images[train_idx], labels[train_idx]),
                          batch_size=BATCH, shuffle=True, drop_last=True)
val_loader = DataLoader(TensorDataset(images[val_idx], labels[val_idx]), batch_size=256)
test_loader = DataLoader(TensorDataset(images[test_idx], labels[test_idx]), batch_size=256)

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9, nesterov=True, weight_decay=5e-4)
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=0.1, epochs=EPOCHS, steps_per_epoch=len(train_loader))


def test(loader):
    net.eval()
    loss, correct, n = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            out = net(x)
            loss += F.nll_loss(out, y, reduction="sum").item()
            correct += out.argmax(1).eq(y).sum().item()
            n += len(y)
    return loss / n, correct / n


for epoch in range(EPOCHS):
    net.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.nll_loss(net(shift(x)), y)
        if not math.isfinite(loss.item()):
            raise RuntimeError("loss is not finite")
        loss.backward()
        optimizer.step()
        scheduler.step()
    val_loss, val_acc = test(val_loader)
    print(f"{epoch:2d} lr {scheduler.get_last_lr()[0]:.4f} val loss {val_loss:.4f} acc {val_acc:.3f}")

print("test: loss {:.4f} acc {:.3f}".format(*test(test_loader)))
torch.save(net.state_dict(), "out/hb10/net.pt")
