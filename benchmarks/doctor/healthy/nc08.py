"""One trunk, two tasks (machine state + remaining life), loss weights learned à la Kendall et al."""
from typing import NamedTuple

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor


class Batch(NamedTuple):
    x: Tensor
    state: Tensor
    life: Tensor

    def __getitem__(self, idx):            # rows, not fields
        return Batch(*(t[idx] for t in (self.x, self.state, self.life)))


def simulate(n: int, seed: int) -> Batch:
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 12, generator=g)
    w = torch.randn(12, 4, generator=g) / 12 ** 0.5
    h = torch.tanh(2 * x @ w)
    logits = h @ torch.randn(4, 3, generator=g) * 2
    state = (logits + 0.3 * torch.randn(n, 3, generator=g)).argmax(1)
    life = 500 + 120 * h[:, 0] - 80 * h[:, 1] * h[:, 2] + 15 * torch.randn(n, generator=g)
    return Batch(x, state, life)


class TwoHeads(nn.Module):
    def __init__(self, d_in: int, width: int = 64):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(d_in, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.state = nn.Linear(width, 3)
        self.life = nn.Linear(width, 1)
        self.log_var = nn.Parameter(torch.zeros(2))

    def forward(self, x):
        z = self.trunk(x)
        return self.state(z), self.life(z)[:, 0]

    def loss(self, out, batch, life_mean, life_std):
        logits, life = out
        ce = F.cross_entropy(logits, batch.state)
        mse = F.mse_loss(life, (batch.life - life_mean) / life_std)
        s = self.log_var
        total = (-s[0]).exp() * ce + 0.5 * s[0] + 0.5 * (-s[1]).exp() * mse + 0.5 * s[1]
        return total, ce.detach(), mse.detach()


def batches(data: Batch, size: int):
    order = torch.randperm(len(data.x))
    for chunk in order.split(size):
        yield data[chunk]


def main():
    torch.manual_seed(1)
    data = simulate(3600, seed=1)
    perm = torch.randperm(3600)
    train, val, test = data[perm[:2400]], data[perm[2400:3000]], data[perm[3000:]]
    m, s = train.life.mean(), train.life.std()

    model = TwoHeads(12)
    decay = [p for n, p in model.named_parameters() if p.ndim > 1]
    plain = [p for n, p in model.named_parameters() if p.ndim <= 1]     # biases and log variances
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-2},
                             {"params": plain, "weight_decay": 0.0}], lr=2e-3)
    epochs = 40
    sched = torch.optim.lr_scheduler.MultiStepLR(opt, milestones=[25, 35], gamma=0.3)
    best = (float("inf"), None)
    for epoch in range(epochs):
        model.train()
        for b in batches(train, 64):
            opt.zero_grad()
            total, _, _ = model.loss(model(b.x), b, m, s)
            total.backward()
            opt.step()
        sched.step()

        model.eval()
        with torch.no_grad():
            _, ce, mse = model.loss(model(val.x), val, m, s)
        # the learned weights move, so models are compared by a fixed sum
        crit = (ce + mse).item()
        if crit < best[0]:
            best = (crit, {k: v.clone() for k, v in model.state_dict().items()})
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: val ce {ce:.3f} mse {mse:.3f} "
                  f"log var {[round(v, 2) for v in model.log_var.tolist()]}")

    model.load_state_dict(best[1])
    model.eval()
    with torch.no_grad():
        logits, life = model(test.x)
    acc = (logits.argmax(1) == test.state).float().mean()
    mae = (life * s + m - test.life).abs().mean()
    print(f"state: accuracy {acc:.3f}, most frequent state "
          f"{(test.state == train.state.mode().values).float().mean():.3f}")
    print(f"life:  MAE {mae:.1f} h, predicting the mean {(m - test.life).abs().mean():.1f} h")


if __name__ == "__main__":
    main()
