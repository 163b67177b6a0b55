"""One-step-ahead forecast of a noisy seasonal series with a GRU.

The split is chronological.  No window of one part reaches into another: every part is cut into
windows on its own, so the first forecast of the test part needs LOOKBACK test values first.
"""
import math

import torch
from torch import Tensor, nn

LOOKBACK = 36
STEPS = 900


def make_series(n: int, gen: torch.Generator) -> Tensor:
    t = torch.arange(n, dtype=torch.float32)
    clean = 10 + 3 * torch.sin(2 * math.pi * t / 24) + 1.5 * torch.sin(2 * math.pi * t / 7 + 0.5)
    noise = torch.zeros(n)
    shocks = 0.4 * torch.randn(n, generator=gen)
    for i in range(1, n):
        noise[i] = 0.6 * noise[i - 1] + shocks[i]
    return clean + noise


def windows(series: Tensor) -> tuple[Tensor, Tensor]:
    cut = series.unfold(0, LOOKBACK + 1, 1)  # (n - LOOKBACK, LOOKBACK + 1)
    return cut[:, :-1].unsqueeze(-1).contiguous(), cut[:, -1].contiguous()


class Forecaster(nn.Module):
    def __init__(self, hidden: int = 32):
        super().__init__()
        self.gru = nn.GRU(input_size=1, hidden_size=hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x: Tensor) -> Tensor:
        _, h = self.gru(x)
        # predicts the change against the last value seen
        return x[:, -1, 0] + self.head(h[-1]).squeeze(-1)


def endless(n: int, size: int, gen: torch.Generator):
    """Batches of row numbers, reshuffled at each pass."""
    while True:
        yield from torch.randperm(n, generator=gen).split(size)


def rmse(model: nn.Module, x: Tensor, y: Tensor) -> float:
    model.eval()
    with torch.no_grad():
        return (model(x) - y).square().mean().sqrt().item()


def main() -> None:
    torch.manual_seed(1)
    torch.set_num_threads(2)
    gen = torch.Generator().manual_seed(2)

    series = make_series(2400, gen)
    past, middle, future = series[:1600], series[1600:2000], series[2000:]
    mu, sigma = past.mean(), past.std()

    x_tr, y_tr = windows((past - mu) / sigma)
    x_va, y_va = windows((middle - mu) / sigma)
    x_te, y_te = windows((future - mu) / sigma)

    model = Forecaster()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=STEPS, eta_min=1e-5)
    batches = endless(len(x_tr), 64, gen)

    best, best_state = math.inf, None
    for step in range(1, STEPS + 1):
        rows = next(batches)
        model.train()
        loss = nn.functional.mse_loss(model(x_tr[rows]), y_tr[rows])
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 50 == 0:
            score = rmse(model, x_va, y_va)
            if score < best:
                best = score
                best_state = {k: v.clone() for k, v in model.state_dict().items()}
            print(f"step {step:4d}  validation RMSE {score * sigma:.3f}")

    model.load_state_dict(best_state)
    naive = (x_te[:, -1, 0] - y_te).square().mean().sqrt().item()
    seasonal = (x_te[:, -24, 0] - y_te).square().mean().sqrt().item()  # the value of 24 hours before
    print(
        f"test RMSE: GRU {rmse(model, x_te, y_te) * sigma:.3f}, last value {naive * sigma:.3f}, "
        f"same hour of the day before {seasonal * sigma:.3f} (the shocks alone: 0.400)"
    )


main()
