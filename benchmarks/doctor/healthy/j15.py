# Shapes in noisy 20x20 images: small CNN, flips + shifts + mixup on the training images only,
# label smoothing, OneCycle, EMA of the weights (evaluated next to the raw ones). Kaggle style.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

class CFG:
    seed = 2024
    n_train, n_valid, n_test = 1600, 400, 400
    size = 20
    classes = 4            # disc, square outline, plus, diagonal
    epochs = 8
    bs = 64
    max_lr = 4e-3
    wd = 1e-2
    smoothing = 0.05
    mixup_alpha = 0.2
    ema_decay = 0.97

torch.manual_seed(CFG.seed)

def draw(n, rng):
    S = CFG.size
    yy, xx = np.mgrid[:S, :S]
    X = rng.normal(0, 0.35, size=(n, 1, S, S)).astype(np.float32)
    y = rng.integers(0, CFG.classes, size=n)
    for i in range(n):
        r = rng.integers(3, 6)
        cy, cx = rng.integers(r + 1, S - r - 1, size=2)
        dy, dx = yy - cy, xx - cx
        box = (abs(dy) <= r) & (abs(dx) <= r)
        if y[i] == 0: m = dy ** 2 + dx ** 2 <= r ** 2
        elif y[i] == 1: m = box & ((abs(dy) == r) | (abs(dx) == r))
        elif y[i] == 2: m = box & ((dy == 0) | (dx == 0))
        else: m = box & (abs(dy) == abs(dx))
        X[i, 0][m] += rng.uniform(0.7, 1.2)
    return torch.from_numpy(X), torch.from_numpy(y)

rng = np.random.default_rng(CFG.seed)
Xtr, ytr = draw(CFG.n_train, rng)
Xva, yva = draw(CFG.n_valid, rng)
Xte, yte = draw(CFG.n_test, rng)
mean, std = Xtr.mean(), Xtr.std()
Xtr, Xva, Xte = [(x - mean) / std for x in (Xtr, Xva, Xte)]

def augment(x):
    # all four classes keep their meaning under flips and small shifts
    flip_h, flip_v = torch.rand(2, len(x)) < 0.5
    x = torch.where(flip_h[:, None, None, None], x.flip(-1), x)
    x = torch.where(flip_v[:, None, None, None], x.flip(-2), x)
    dy, dx = torch.randint(0, 3, (2,)).tolist()
    return F.pad(x, (1, 1, 1, 1), mode="reflect")[:, :, dy:dy + CFG.size, dx:dx + CFG.size]

def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True), nn.MaxPool2d(2))

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(block(1, 16), block(16, 32), block(32, 64))
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(64, CFG.classes))
    def forward(self, x):
        return self.head(self.body(x).amax((-1, -2)))

@torch.no_grad()
def acc(net, X, y):
    net.eval()
    return torch.cat([net(b) for b in X.split(200)]).argmax(1).eq(y).float().mean().item()

net = Net()
ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(CFG.ema_decay), use_buffers=True)
opt = torch.optim.AdamW(net.parameters(), lr=CFG.max_lr, weight_decay=CFG.wd)
steps = CFG.n_train // CFG.bs
sched = torch.optim.lr_scheduler.OneCycleLR(opt, CFG.max_lr, epochs=CFG.epochs, steps_per_epoch=steps)
beta = torch.distributions.Beta(CFG.mixup_alpha, CFG.mixup_alpha)

for ep in range(CFG.epochs):
    net.train()
    perm, run = torch.randperm(CFG.n_train), 0.
    for i in range(steps):
        idx = perm[i * CFG.bs:(i + 1) * CFG.bs]
        x, y = augment(Xtr[idx]), ytr[idx]
        lam = beta.sample().item()
        other = torch.randperm(len(x))
        out = net(lam * x + (1 - lam) * x[other])
        ce = lambda t: F.cross_entropy(out, t, label_smoothing=CFG.smoothing)
        loss = lam * ce(y) + (1 - lam) * ce(y[other])
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        sched.step()
        ema.update_parameters(net)
        run += loss.item()
    print(f"ep {ep + 1} loss {run / steps:.3f} | valid raw {acc(net, Xva, yva):.3f} ema {acc(ema, Xva, yva):.3f}")
print(f"TEST ema {acc(ema, Xte, yte):.3f}")
