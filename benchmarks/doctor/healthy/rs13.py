"""Digits with a small residual CNN: bfloat16 autocast on the CPU, OneCycle, label smoothing."""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(4)


class Block(nn.Module):
    def __init__(self, cin, cout, stride=1):
        super().__init__()
        # no bias before a batch norm, which has its own
        self.body = nn.Sequential(
            nn.Conv2d(cin, cout, 3, stride, 1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True),
            nn.Conv2d(cout, cout, 3, 1, 1, bias=False), nn.BatchNorm2d(cout))
        self.skip = nn.Identity() if cin == cout and stride == 1 else nn.Conv2d(cin, cout, 1, stride, bias=False)
        nn.init.zeros_(self.body[-1].weight)  # each block starts as its skip connection

    def forward(self, x):
        return torch.relu(self.body(x) + self.skip(x))


net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
    Block(16, 16), Block(16, 32, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 10))

x, y = load_digits(return_X_y=True)
x = torch.tensor(x, dtype=torch.float32).div(16).view(-1, 1, 8, 8)
y = torch.tensor(y)
i_rest, i_test = train_test_split(range(len(y)), test_size=360, stratify=y, random_state=4)
i_train, i_val = train_test_split(i_rest, test_size=200, stratify=y[i_rest], random_state=4)
train = DataLoader(TensorDataset(x[i_train], y[i_train]), batch_size=64, shuffle=True, drop_last=True)

EPOCHS, PEAK = 10, 0.08
opt = torch.optim.SGD(net.parameters(), lr=PEAK, momentum=0.9, nesterov=True, weight_decay=5e-4)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, PEAK, epochs=EPOCHS, steps_per_epoch=len(train))
crit = nn.CrossEntropyLoss(label_smoothing=0.05)


def accuracy(idx):
    net.eval()
    with torch.inference_mode():
        return (net(x[idx]).argmax(1) == y[idx]).float().mean().item()


for e in range(EPOCHS):
    net.train()
    for xb, yb in train:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = crit(net(xb).float(), yb)
        opt.zero_grad()
        loss.backward()  # no gradient scaler: bfloat16 has float32's range
        opt.step()
        sched.step()
    print(f"{e:2d} lr {sched.get_last_lr()[0]:.4f} last loss {loss.item():.3f} val {accuracy(i_val):.4f}")
print(f"test accuracy {accuracy(i_test):.4f}")
