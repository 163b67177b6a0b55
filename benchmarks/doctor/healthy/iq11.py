"""A home-made optimizer (Lion) and a home-made schedule (warm-up, stable, decay) on Friedman's first problem."""
import torch
from sklearn.datasets import make_friedman1
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler
from torch.utils.data import DataLoader, TensorDataset


class Lion(Optimizer):
    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0.0):
        if lr < 0 or not all(0 <= b < 1 for b in betas):
            raise ValueError("bad lr or betas")
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            lr, (b1, b2), wd = group["lr"], group["betas"], group["weight_decay"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["m"] = torch.zeros_like(p)
                m = state["m"]
                p.mul_(1 - lr * wd)
                p.add_(m.lerp(p.grad, 1 - b1).sign_(), alpha=-lr)
                m.lerp_(p.grad, 1 - b2)
        return loss


class WarmupStableDecay(LRScheduler):
    def __init__(self, optimizer, total, warmup=0.05, decay=0.4, last_epoch=-1):
        self.total = total
        self.up = max(1, int(total * warmup))
        self.down = max(1, int(total * decay))
        super().__init__(optimizer, last_epoch)

    def factor(self, step):
        if step < self.up:
            return (step + 1) / self.up
        left = self.total - step
        return min(1.0, max(0.0, left / self.down))

    def get_lr(self):
        return [base * self.factor(self.last_epoch) for base in self.base_lrs]


def datasets():
    X, y = make_friedman1(n_samples=3000, n_features=10, noise=0.5, random_state=2)
    X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, test_size=0.4, random_state=2)
    X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, random_state=2)
    mx, sx, my, sy = X_tr.mean(0), X_tr.std(0), y_tr.mean(), y_tr.std()
    make = lambda a, b: TensorDataset(torch.tensor((a - mx) / sx, dtype=torch.float32),
                                      torch.tensor((b - my) / sy, dtype=torch.float32).unsqueeze(1))
    return make(X_tr, y_tr), make(X_va, y_va), make(X_te, y_te)


def r2(model, loader):
    model.eval()
    with torch.no_grad():
        pred = torch.cat([model(x) for x, _ in loader])
    true = torch.cat([y for _, y in loader])
    return 1 - ((pred - true).square().sum() / (true - true.mean()).square().sum()).item()


def run(make_optimizer, epochs=30):
    torch.manual_seed(17)
    train, val, test = datasets()
    train_dl = DataLoader(train, batch_size=64, shuffle=True)
    val_dl, test_dl = DataLoader(val, batch_size=600), DataLoader(test, batch_size=600)
    net = nn.Sequential(nn.Linear(10, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(), nn.Linear(64, 1))
    opt = make_optimizer(net.parameters())
    sched = WarmupStableDecay(opt, total=epochs * len(train_dl))
    mse = nn.MSELoss()
    for epoch in range(1, epochs + 1):
        net.train()
        summed = 0.0
        for x, y in train_dl:
            opt.zero_grad()
            loss = mse(net(x), y)
            loss.backward()
            opt.step()
            sched.step()
            summed += loss.item()
        if epoch % 10 == 0:
            print(f"  epoch {epoch}: train mse {summed / len(train_dl):.4f}, val R2 {r2(net, val_dl):.4f}")
    return r2(net, val_dl), r2(net, test_dl)


if __name__ == "__main__":
    torch.set_num_threads(2)
    results = {}
    for name, factory in {
        "lion": lambda p: Lion(p, lr=5e-4, weight_decay=0.1),
        "adamw": lambda p: torch.optim.AdamW(p, lr=3e-3, weight_decay=0.01),
    }.items():
        print(name)
        results[name] = run(factory)
    choice = max(results, key=lambda k: results[k][0])
    print(f"chosen on validation: {choice}, test R2 {results[choice][1]:.4f}")
