"""Digits, micro-batches, an exponential average of the weights, test rows touched once."""
import copy
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(13)
EPOCHS, BATCH, MICRO = 15, 64, 16


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.norm1 = nn.GroupNorm(4, 16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.norm2 = nn.GroupNorm(4, 32)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(32 * 4, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.norm2(self.conv2(x))), 2)
        return F.log_softmax(self.out(self.drop(x.flatten(1))), dim=1)


def rows(images, targets):
    return TensorDataset(torch.tensor(images, dtype=torch.float32)[:, None] / 16.0,
                         torch.tensor(targets, dtype=torch.long))


@torch.inference_mode()
def score(module, loader):
    module.eval()
    nll = hits = n = 0
    for x, y in loader:
        log_p = module(x)
        nll += F.nll_loss(log_p, y, reduction="sum").item()
        hits += (log_p.argmax(1) == y).sum().item()
        n += len(y)
    return nll / n, hits / n


digits = load_digits()
xr, x_test, yr, y_test = train_test_split(
    digits.images, digits.target, test_size=0.2, stratify=digits.target, random_state=0)
x_train, x_val, y_train, y_val = train_test_split(
    xr, yr, test_size=0.2, stratify=yr, random_state=0)
train_loader = DataLoader(rows(x_train, y_train), batch_size=BATCH, shuffle=True)
val_loader = DataLoader(rows(x_val, y_val), batch_size=256)
test_loader = DataLoader(rows(x_test, y_test), batch_size=256)

net = Net()
averaged = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.95))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-4)
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=0.1, total_steps=EPOCHS * len(train_loader))

best = (float("inf"), None)
for epoch in range(EPOCHS):
    net.train()
    seen = 0.0
    for x, y in train_loader:
        # the sum over the micro-batches is the mean over the whole batch, the short last one too
        for xm, ym in zip(x.split(MICRO), y.split(MICRO)):
            part = F.nll_loss(net(xm), ym, reduction="sum") / len(y)
            part.backward()
            seen += part.item() * len(y)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        averaged.update_parameters(net)
    val_nll, val_acc = score(averaged, val_loader)
    print(f"{epoch + 1:2d} train {seen / len(train_loader.dataset):.4f}  "
          f"val {val_nll:.4f} acc {val_acc:.3f}")
    if val_nll < best[0]:
        best = (val_nll, copy.deepcopy(averaged.module.state_dict()))

final = Net()
final.load_state_dict(best[1])
print("test nll %.4f acc %.3f" % score(final, test_loader))
os.makedirs("out/io13", exist_ok=True)
torch.save(final.state_dict(), "out/io13/net.pt")
