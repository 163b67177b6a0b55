"""Load forecasting, next hour from the last 48. Data modules behind an abstract class so that
the real warehouse reader can replace the simulator. Split by time, with a gap of one window."""
import abc
import time
from contextlib import ContextDecorator
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

class timed(ContextDecorator):
    def __init__(self, what):
        self.what = what

    def __enter__(self):
        self.t0 = time.perf_counter()
        return self

    def __exit__(self, *exc):
        print(f"[{self.what}: {time.perf_counter() - self.t0:.1f}s]")
        return False

class Scaler(NamedTuple):
    mean: float
    std: float

    def forward(self, v):
        return (v - self.mean) / self.std

    def inverse(self, v):
        return v * self.std + self.mean

class Windows(Dataset):
    """Row i: series[i : i+length] -> series[i+length]."""

    def __init__(self, series, length):
        self.series = torch.as_tensor(series, dtype=torch.float32)
        self.length = length

    def __len__(self):
        return len(self.series) - self.length

    def __getitem__(self, i):
        return self.series[i:i + self.length], self.series[i + self.length]

class DataModule(abc.ABC):
    length = 48

    @abc.abstractmethod
    def read(self) -> np.ndarray:
        """the whole series, oldest value first"""

    def setup(self):
        s = self.read()
        a, b = int(0.7 * len(s)), int(0.85 * len(s))
        parts = {"train": s[:a], "val": s[a + self.length:b], "test": s[b + self.length:]}
        self.scaler = Scaler(float(parts["train"].mean()), float(parts["train"].std()))
        self.sets = {k: Windows(self.scaler.forward(v), self.length) for k, v in parts.items()}
        return self

    def loader(self, split):
        return DataLoader(self.sets[split], batch_size=128, shuffle=split == "train")

class Simulated(DataModule):
    def __init__(self, hours, seed):
        self.hours, self.seed = hours, seed

    def read(self):
        rng = np.random.default_rng(self.seed)
        t = np.arange(self.hours)
        noise = np.zeros(self.hours)
        for i in range(1, self.hours):
            noise[i] = 0.7 * noise[i - 1] + rng.normal(0, 1.5)
        return 100 + 20 * np.sin(2 * np.pi * t / 24) + 8 * np.sin(2 * np.pi * t / 168) + noise

class Forecaster(nn.Module):
    """Predicts the change from the last value, which makes persistence the starting point."""

    def __init__(self, length, hidden=32):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv1d(1, hidden, 5), nn.ReLU(), nn.Conv1d(hidden, hidden, 5, stride=2), nn.ReLU())
        with torch.no_grad():
            flat = self.conv(torch.zeros(1, 1, length)).numel()
        self.head = nn.Linear(flat, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, w):
        return w[:, -1] + self.head(self.conv(w.unsqueeze(1)).flatten(1)).squeeze(1)

def mae(fn, dm, split):
    err, n = 0.0, 0
    with torch.no_grad():
        for w, y in dm.loader(split):
            err += (fn(w) - y).abs().sum().item()
            n += len(y)
    return err / n * dm.scaler.std          # back in megawatts

@timed("training")
def train(model, dm, epochs, patience):
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-3)
    best, best_state, waited = float("inf"), None, 0
    for e in range(epochs):
        model.train()
        for w, y in dm.loader("train"):
            loss = nn.functional.huber_loss(model(w), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        model.eval()
        v = mae(model, dm, "val")
        if v < best:
            best, waited = v, 0
            best_state = {k: t.clone() for k, t in model.state_dict().items()}
        else:
            waited += 1
            if waited >= patience:
                break
        if e % 4 == 0:
            print(f"epoch {e:2d} val mae {v:.3f} MW")
    model.load_state_dict(best_state)
    return best

if __name__ == "__main__":
    torch.manual_seed(1)
    dm = Simulated(hours=24 * 7 * 40, seed=1).setup()
    print({k: len(v) for k, v in dm.sets.items()})
    model = Forecaster(dm.length)
    best = train(model, dm, epochs=30, patience=6)
    model.eval()
    print(f"best val mae {best:.3f}")
    for name, fn in (("model", model), ("last value", lambda w: w[:, -1]), ("same hour yesterday", lambda w: w[:, -24])):
        print(f"test mae, {name}: {mae(fn, dm, 'test'):.3f} MW")
