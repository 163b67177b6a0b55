# One-step forecast of a noisy seasonal series. The run is stopped on purpose and resumed from its file.
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(2)
OUT = Path("out/ig08")
OUT.mkdir(parents=True, exist_ok=True)
WINDOW, EPOCHS, BATCH = 48, 12, 64

rng = np.random.default_rng(4)
t = np.arange(4000)
series = 50 + 10 * np.sin(2 * np.pi * t / 24) + 6 * np.sin(2 * np.pi * t / 168 + 1) + rng.normal(0, 1.0, len(t))

n_train, n_val = 2800, 600
mean, std = series[:n_train].mean(), series[:n_train].std()
scaled = ((series - mean) / std).astype(np.float32)


def windows(first, last):
    """Targets are scaled[first:last]; what comes before `first` may serve as input, as it would in real use."""
    starts = range(max(first, WINDOW), last)
    xs = np.stack([scaled[i - WINDOW:i] for i in starts])[..., None]
    return TensorDataset(torch.from_numpy(xs), torch.from_numpy(scaled[list(starts)]))


train_ds = windows(0, n_train)
val_ds = windows(n_train, n_train + n_val)
test_ds = windows(n_train + n_val, len(series))


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        out, _ = self.gru(x)
        return self.head(out[:, -1]).squeeze(-1)


@torch.no_grad()
def mae(model, ds):
    model.eval()
    errors = [(model(xb) - yb).abs() for xb, yb in DataLoader(ds, batch_size=512)]
    return torch.cat(errors).mean().item() * float(std)


def run(stop_after, resume):
    torch.manual_seed(0)
    shuffler = torch.Generator().manual_seed(0)
    # windows overlap but each target lies in one part only, so mixing their order inside train is harmless
    loader = DataLoader(train_ds, batch_size=BATCH, shuffle=True, generator=shuffler)
    model = Forecaster()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS * len(loader))
    start, best = 0, float("inf")

    if resume:
        state = torch.load(OUT / "last.pt", weights_only=True)
        model.load_state_dict(state["model"])
        opt.load_state_dict(state["opt"])
        sched.load_state_dict(state["sched"])
        shuffler.set_state(state["shuffler"])
        torch.set_rng_state(state["rng"])
        start, best = state["epoch"], state["best"]
        print(f"resumed after epoch {start}")

    for epoch in range(start, stop_after):
        model.train()
        for xb, yb in loader:
            opt.zero_grad()
            nn.functional.huber_loss(model(xb), yb).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        val = mae(model, val_ds)
        print(f"epoch {epoch + 1:2d}  validation MAE {val:.3f}  lr {sched.get_last_lr()[0]:.5f}")
        if val < best:
            best = val
            torch.save(model.state_dict(), OUT / "best.pt")
        torch.save({"model": model.state_dict(), "opt": opt.state_dict(), "sched": sched.state_dict(),
                    "shuffler": shuffler.get_state(), "rng": torch.get_rng_state(),
                    "epoch": epoch + 1, "best": best}, OUT / "last.pt")


run(stop_after=5, resume=False)
run(stop_after=EPOCHS, resume=True)

final = Forecaster()
final.load_state_dict(torch.load(OUT / "best.pt", weights_only=True))
last_day = torch.from_numpy(scaled[n_train + n_val - 24:len(series) - 24])
naive = (last_day - test_ds.tensors[1]).abs().mean().item() * float(std)
print(f"test MAE {mae(final, test_ds):.3f}   same hour of the day before {naive:.3f}   (noise alone about 0.8)")
