# Self-training on the digits: 100 labels, the others only as images. Thresholds get looser round by round.
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

ROUNDS = [None, 0.98, 0.95, 0.90]      # None: labelled rows only
STEPS = 400

torch.set_num_threads(2)
torch.manual_seed(0)

X, y = load_digits(return_X_y=True)
X = X / 16.0
X_pool, X_test, y_pool, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_pool, X_val, y_pool, y_val = train_test_split(X_pool, y_pool, test_size=150, stratify=y_pool, random_state=0)
X_lab, X_unl, y_lab, _ = train_test_split(X_pool, y_pool, train_size=100, stratify=y_pool, random_state=0)

img = lambda a: torch.tensor(a, dtype=torch.float32).view(-1, 1, 8, 8)
x_lab, t_lab = img(X_lab), torch.tensor(y_lab)
x_unl = img(X_unl)
x_val, t_val = img(X_val), torch.tensor(y_val)
x_test, t_test = img(X_test), torch.tensor(y_test)


def jitter(x, gen):
    """shift by up to one pixel and a little noise"""
    dx, dy = torch.randint(0, 3, (2,), generator=gen).tolist()
    x = F.pad(x, (1, 1, 1, 1))[:, :, dy:dy + 8, dx:dx + 8]
    return x + 0.05 * torch.randn(x.shape, generator=gen)


def network():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
        nn.Conv2d(32, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 16, 10))


def fit(x, t, w, seed):
    """w: weight of each row, 1 for a real label"""
    torch.manual_seed(seed)
    gen = torch.Generator().manual_seed(seed)
    net = network()
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=3e-3, total_steps=STEPS)
    net.train()
    for _ in range(STEPS):
        i = torch.randint(0, len(x), (64,), generator=gen)
        loss = (w[i] * F.cross_entropy(net(jitter(x[i], gen)), t[i], reduction="none")).sum() / w[i].sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
    return net.eval()


@torch.no_grad()
def proba(net, x):
    return net(x).softmax(1)


def acc(net, x, t):
    return (proba(net, x).argmax(1) == t).float().mean().item()


best_net, best_val = None, -1.0
net = None
for r, threshold in enumerate(ROUNDS):
    x, t, w = x_lab, t_lab, torch.ones(len(x_lab))
    if threshold is not None:
        p, guess = proba(net, x_unl).max(1)
        sure = p >= threshold
        x = torch.cat([x_lab, x_unl[sure]])
        t = torch.cat([t_lab, guess[sure]])
        w = torch.cat([torch.ones(len(x_lab)), 0.5 * p[sure]])
    net = fit(x, t, w, seed=r)
    a = acc(net, x_val, t_val)
    print(f"round {r}: {len(x)} rows ({len(x) - len(x_lab)} pseudo-labelled), val acc {a:.3f}")
    if a > best_val:
        best_net, best_val = net, a

print(f"test acc of the best round {acc(best_net, x_test, t_test):.3f}")
