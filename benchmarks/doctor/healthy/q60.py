import os, tempfile
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

# Two-phase fine-tuning: (1) only the head, save a checkpoint, (2) come back and train everything.
dev = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0); np.random.seed(0)

def picture(kind):
    im = np.random.rand(24, 24) * 0.4
    r, c, s = np.random.randint(7, 17), np.random.randint(7, 17), np.random.randint(3, 7)
    yy, xx = np.mgrid[:24, :24]
    if kind == 0:   m = (yy - r) ** 2 + (xx - c) ** 2 <= s * s                     # disc
    elif kind == 1: m = (abs(yy - r) <= s) & (abs(xx - c) <= s) & ((abs(yy - r) == s) | (abs(xx - c) == s))  # frame
    else:           m = ((abs(yy - r) <= 1) & (abs(xx - c) <= s)) | ((abs(xx - c) <= 1) & (abs(yy - r) <= s))  # plus
    im[m] += 0.6
    return im

def make(n):
    y = np.random.randint(0, 3, n)
    x = np.stack([picture(k) for k in y])[:, None]
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)

xtr, ytr = make(1000)
xte, yte = make(200)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(1, 12, 3, padding=1), nn.BatchNorm2d(12), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(12, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(), nn.MaxPool2d(2),
            nn.AdaptiveAvgPool2d(2), nn.Flatten())
        self.head = nn.Linear(96, 3)
    def forward(self, x):
        return self.head(self.backbone(x))

def run_epoch(net, opt, bs=32):
    net.train()
    tot = 0.
    for idx in torch.randperm(len(xtr)).split(bs):
        loss = F.cross_entropy(net(xtr[idx].to(dev)), ytr[idx].to(dev))
        opt.zero_grad(); loss.backward(); opt.step()
        tot += loss.item() * len(idx)
    return tot / len(xtr)

@torch.no_grad()
def acc(net):
    net.eval()
    return (net(xte.to(dev)).argmax(1).cpu() == yte).float().mean().item()

ckpt_path = os.path.join(tempfile.mkdtemp(), "phase1.pt")

# ---------------- phase 1
net = Net().to(dev)
for p in net.backbone.parameters():
    p.requires_grad = False
opt = torch.optim.Adam(net.head.parameters(), lr=3e-3)
for ep in range(5):
    print("phase 1", ep, round(run_epoch(net, opt), 4), "test acc", round(acc(net), 3))
torch.save({"model": net.state_dict(), "opt": opt.state_dict(), "epoch": ep}, ckpt_path)

# ---------------- phase 2 (in reality another notebook)
net = Net().to(dev)
state = torch.load(ckpt_path, map_location=dev)
net.load_state_dict(state["model"])
opt = torch.optim.Adam(net.head.parameters(), lr=3e-3)
opt.load_state_dict(state["opt"])
opt.add_param_group({"params": net.backbone.parameters(), "lr": 1e-3})
for ep in range(state["epoch"] + 1, state["epoch"] + 11):
    print("phase 2", ep, round(run_epoch(net, opt), 4), "test acc", round(acc(net), 3))
