"""Classify synthetic sounds (tone, rising chirp, falling chirp, tremolo, clicks) from log spectrograms.

Every clip is generated from (split, index), so the splits never share a clip and need no storage.
"""
import math
import time

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

SR, LENGTH = 4000, 4000
KINDS = ("tone", "up", "down", "tremolo", "clicks")
SPLIT_BASE = {"train": 0, "val": 1_000_000, "test": 2_000_000}


def synth(kind: str, g: torch.Generator) -> torch.Tensor:
    def u(lo, hi):
        return lo + (hi - lo) * torch.rand((), generator=g).item()

    t = torch.arange(LENGTH) / SR
    f0, phase = u(200, 900), u(0, 2 * math.pi)
    if kind == "tone":
        s = torch.sin(2 * math.pi * f0 * t + phase)
    elif kind in ("up", "down"):
        slope = u(200, 600) * (1 if kind == "up" else -1)
        start = f0 if kind == "up" else f0 + 700
        s = torch.sin(2 * math.pi * (start * t + 0.5 * slope * t ** 2) + phase)
    elif kind == "tremolo":
        s = torch.sin(2 * math.pi * f0 * t + phase) * (0.5 + 0.5 * torch.sin(2 * math.pi * u(4, 9) * t))
    else:
        s = torch.zeros(LENGTH)
        s[int(u(0, 300))::int(u(300, 900))] = 6.0
    return u(0.4, 1.0) * s + u(0.1, 0.5) * torch.randn(LENGTH, generator=g)


class Clips(Dataset):
    window = torch.hann_window(256)

    def __init__(self, split: str, n: int):
        # the clips of a split are fixed; computed once because the machine is small
        self.items = [self._make(SPLIT_BASE[split] + i, i % len(KINDS)) for i in range(n)]

    def _make(self, seed, label):
        g = torch.Generator().manual_seed(seed)
        wave = synth(KINDS[label], g)
        spec = torch.stft(wave, n_fft=256, hop_length=128, window=self.window, return_complex=True)
        logspec = torch.log1p(spec.abs().square())
        # per clip scaling: uses nothing but the clip itself
        return ((logspec - logspec.mean()) / (logspec.std() + 1e-5)).unsqueeze(0), label

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class TimeMask(nn.Module):
    """Blank out a few frames, in training only."""

    def __init__(self, width=4):
        super().__init__()
        self.width = width

    def forward(self, x):
        if not self.training:
            return x
        start = torch.randint(0, x.size(-1) - self.width, (x.size(0), 1), device=x.device)
        pos = torch.arange(x.size(-1), device=x.device)
        hide = (pos >= start) & (pos < start + self.width)
        return x.masked_fill(hide[:, None, None, :], 0.0)


def make_net():
    return nn.Sequential(
        TimeMask(),
        nn.Conv2d(1, 12, 5, stride=2, padding=2), nn.GroupNorm(3, 12), nn.GELU(),
        nn.Conv2d(12, 24, 3, stride=2, padding=1), nn.GroupNorm(4, 24), nn.GELU(),
        nn.Conv2d(24, 32, 3, stride=2, padding=1), nn.GroupNorm(4, 32), nn.GELU(),
        nn.AdaptiveAvgPool2d((4, 4)), nn.Flatten(), nn.Linear(32 * 16, len(KINDS)),
    )


def evaluate(net, dl):
    net.eval()
    table = torch.zeros(len(KINDS), len(KINDS), dtype=torch.long)
    with torch.no_grad():
        for x, y in dl:
            for gold, guess in zip(y.tolist(), net(x).argmax(1).tolist()):
                table[gold, guess] += 1
    return table.diag().sum().item() / table.sum().item(), table


def main(epochs=8):
    torch.manual_seed(21)
    began = time.perf_counter()
    train, val, test = Clips("train", 800), Clips("val", 200), Clips("test", 300)
    print(f"data ready after {time.perf_counter() - began:.1f}s")
    tr = DataLoader(train, batch_size=32, shuffle=True)
    va, te = (DataLoader(d, batch_size=100) for d in (val, test))
    net = make_net()
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)   # stepped once per epoch
    crit = nn.CrossEntropyLoss()
    top, top_weights = -1.0, None
    for ep in range(epochs):
        net.train()
        mean = 0.0
        for x, y in tr:
            opt.zero_grad()
            loss = crit(net(x), y)
            loss.backward()
            opt.step()
            mean += loss.item() * x.size(0) / len(train)
        sched.step()
        acc, _ = evaluate(net, va)
        print(f"[{ep}] loss {mean:.3f} val acc {acc:.3f} next lr {sched.get_last_lr()[0]:.2e}")
        if acc > top:
            top, top_weights = acc, {k: v.clone() for k, v in net.state_dict().items()}
    net.load_state_dict(top_weights)
    acc, table = evaluate(net, te)
    print(f"test accuracy {acc:.3f} (chance {1 / len(KINDS):.2f})")
    for name, row in zip(KINDS, table.tolist()):
        print(f"{name:>8}", row)


if __name__ == "__main__":
    main()
