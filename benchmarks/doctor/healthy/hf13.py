# %% Small-data transfer: digits 0-4 teach the trunk, digits 5-9 (20 each) are the real task
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(17)
d = load_digits()
x = torch.tensor(d.images / 16.0, dtype=torch.float32).unsqueeze(1)
y = torch.tensor(d.target)
old = y < 5
pre_set = TensorDataset(x[old], y[old])

xt, yt = x[~old], y[~old] - 5
i_tr, i_rest = train_test_split(range(len(yt)), train_size=100, stratify=yt.tolist(), random_state=17)
i_va, i_te = train_test_split(i_rest, test_size=0.5, stratify=yt[i_rest].tolist(), random_state=17)
train_dl = DataLoader(TensorDataset(xt[i_tr], yt[i_tr]), batch_size=20, shuffle=True)


# %%
def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(), nn.MaxPool2d(2))


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.trunk = nn.Sequential(block(1, 16), block(16, 32), nn.Flatten())
        self.head = nn.Linear(128, classes)
        self.trunk_frozen = False

    def freeze_trunk(self, frozen):
        self.trunk_frozen = frozen
        self.trunk.requires_grad_(not frozen)

    def train(self, mode=True):
        super().train(mode)
        if self.trunk_frozen:
            self.trunk.eval()  # the running statistics stay those of the pretraining
        return self

    def forward(self, z):
        return self.head(self.trunk(z))


def fit(net, loader, groups, epochs):
    opt = torch.optim.AdamW(groups, weight_decay=1e-2)
    sched = OneCycleLR(opt, max_lr=[g["lr"] for g in groups], total_steps=epochs * len(loader))
    for _ in range(epochs):
        net.train()
        total = 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = nn.functional.cross_entropy(net(xb), yb)
            loss.backward()
            opt.step()
            sched.step()
            total += loss.item() * len(yb)
    return total / len(loader.dataset)


@torch.no_grad()
def acc(net, idx):
    net.eval()
    return (net(xt[idx]).argmax(1) == yt[idx]).float().mean().item()


# %% pretraining
net = Net(5)
pre_dl = DataLoader(pre_set, batch_size=64, shuffle=True, drop_last=True)
loss = fit(net, pre_dl, [{"params": list(net.parameters()), "lr": 5e-3}], epochs=6)
print(f"pretraining: loss {loss:.4f}")

# %% stage 1: a new head on the frozen trunk
net.head = nn.Linear(128, 5)
net.freeze_trunk(True)
loss = fit(net, train_dl, [{"params": list(net.head.parameters()), "lr": 1e-2}], epochs=20)
print(f"stage 1: loss {loss:.4f}  val {acc(net, i_va):.3f}")

# %% stage 2: everything, the trunk ten times slower, with its own optimizer and schedule
net.freeze_trunk(False)
groups = [
    {"params": list(net.trunk.parameters()), "lr": 3e-4},
    {"params": list(net.head.parameters()), "lr": 3e-3},
]
loss = fit(net, train_dl, groups, epochs=20)
print(f"stage 2: loss {loss:.4f}  val {acc(net, i_va):.3f}")

# %%
print(f"test: {acc(net, i_te):.3f}")
