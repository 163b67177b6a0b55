"""Exercise 4, sample solution: write AdamW yourself, prove it equals torch's, then use it."""
import copy
import math

import torch
from sklearn.datasets import load_digits
from torch import nn


class HandmadeAdamW(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            b1, b2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                s = self.state[p]
                if not s:
                    s["t"] = 0
                    s["m"] = torch.zeros_like(p)
                    s["v"] = torch.zeros_like(p)
                s["t"] += 1
                p.mul_(1 - group["lr"] * group["weight_decay"])      # decoupled decay
                s["m"].mul_(b1).add_(p.grad, alpha=1 - b1)
                s["v"].mul_(b2).addcmul_(p.grad, p.grad, value=1 - b2)
                m_scale = 1 - b1 ** s["t"]
                v_scale = 1 - b2 ** s["t"]
                denom = (s["v"].sqrt() / math.sqrt(v_scale)).add_(group["eps"])
                p.addcdiv_(s["m"], denom, value=-group["lr"] / m_scale)
        return loss


def groups(net, decay):
    """No decay for biases and norms."""
    return [
        {"params": [p for p in net.parameters() if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in net.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]


def make_net():
    return nn.Sequential(nn.Linear(64, 64), nn.LayerNorm(64), nn.GELU(), nn.Linear(64, 10))


# ---- data -------------------------------------------------------------------------------
torch.manual_seed(0)
torch.set_num_threads(2)
digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16 - 0.5
labels = torch.tensor(digits.target)
perm = torch.randperm(len(images))
train_idx, val_idx, test_idx = perm[:1100], perm[1100:1400], perm[1400:]
criterion = nn.CrossEntropyLoss()

# ---- part 1: the proof ------------------------------------------------------------------
ours = make_net().double()
theirs = copy.deepcopy(ours)
opt_ours = HandmadeAdamW(groups(ours, 0.1), lr=3e-3)
opt_theirs = torch.optim.AdamW(groups(theirs, 0.1), lr=3e-3)
for _ in range(100):
    pick = train_idx[torch.randint(len(train_idx), (32,))]
    for net, opt in ((ours, opt_ours), (theirs, opt_theirs)):
        opt.zero_grad()
        criterion(net(images[pick].double()), labels[pick]).backward()
        opt.step()
gap = max((a - b).abs().max().item() for a, b in zip(ours.parameters(), theirs.parameters()))
print(f"largest difference between the two nets after 100 steps: {gap:.2e}")
assert gap < 1e-8

# ---- part 2: the use --------------------------------------------------------------------
EPOCHS, BATCH = 20, 50
model = make_net()
opt = HandmadeAdamW(groups(model, 0.1), lr=3e-3)
steps = EPOCHS * len(train_idx.split(BATCH))
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=steps)   # stepped per batch


@torch.inference_mode()
def evaluate(idx):
    model.eval()
    out = model(images[idx])
    return criterion(out, labels[idx]).item(), (out.argmax(-1) == labels[idx]).float().mean().item()


for epoch in range(EPOCHS):
    model.train()
    shuffled = train_idx[torch.randperm(len(train_idx))]
    for pick in shuffled.split(BATCH):
        opt.zero_grad()
        loss = criterion(model(images[pick]), labels[pick])
        loss.backward()
        opt.step()
        sched.step()
    if (epoch + 1) % 4 == 0:
        vl, va = evaluate(val_idx)
        print(f"epoch {epoch + 1:2d}: validation loss {vl:.3f}, accuracy {va:.3f}, lr {sched.get_last_lr()[0]:.1e}")

guess = labels[train_idx].bincount().argmax()
print(f"most frequent digit: test accuracy {(labels[test_idx] == guess).float().mean():.3f}")
print("handmade AdamW:      test accuracy %.3f (loss %.3f)" % evaluate(test_idx)[::-1])
