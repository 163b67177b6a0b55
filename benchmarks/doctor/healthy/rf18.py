import torch
from sklearn.datasets import make_moons
from torch import nn


class EMA:
    """Keeps a running average of the weights; swap in for evaluation with `with ema.average(model):`."""

    def __init__(self, model, decay=0.99):
        self.decay = decay
        self.shadow = {n: p.detach().clone() for n, p in model.named_parameters()}

    @torch.no_grad()
    def update(self, model):
        for n, p in model.named_parameters():
            self.shadow[n].mul_(self.decay).add_(p, alpha=1 - self.decay)

    def average(self, model):
        return _Swap(self, model)


class _Swap:
    def __init__(self, ema, model):
        self.ema, self.model = ema, model

    @torch.no_grad()
    def __enter__(self):
        self.backup = {n: p.detach().clone() for n, p in self.model.named_parameters()}
        for n, p in self.model.named_parameters():
            p.copy_(self.ema.shadow[n])

    @torch.no_grad()
    def __exit__(self, *exc):
        for n, p in self.model.named_parameters():
            p.copy_(self.backup[n])


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        acc = ((model(x).squeeze(-1) > 0).float() == y).float().mean().item()
    model.train()
    return acc


torch.manual_seed(0)
to_t = lambda xy: (torch.tensor(xy[0], dtype=torch.float32), torch.tensor(xy[1], dtype=torch.float32))
x_train, y_train = to_t(make_moons(600, noise=0.2, random_state=1))
x_test, y_test = to_t(make_moons(2000, noise=0.2, random_state=2))

model = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
ema = EMA(model)
opt = torch.optim.SGD(model.parameters(), lr=0.3)
sched = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(opt, T_0=300)
lossf = nn.BCEWithLogitsLoss()

for step in range(1, 1201):
    pick = torch.randint(len(x_train), (32,))
    loss = lossf(model(x_train[pick]).squeeze(-1), y_train[pick])
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    ema.update(model)
    if step % 200 == 0:
        raw = accuracy(model, x_test, y_test)
        with ema.average(model):
            smooth = accuracy(model, x_test, y_test)
        print(f"step {step:4d} lr {opt.param_groups[0]['lr']:.3f} accuracy raw {raw:.3f} averaged {smooth:.3f}")
