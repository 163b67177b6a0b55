"""Day-ahead electricity load, probabilistic forecast with a temporal convolution network.

The model sees one week of hourly values and predicts three quantiles for the next 24 hours.
"""
import argparse
import copy
import json
import pathlib
import tempfile

import numpy as np
import torch
from torch import nn
from torch.nn.utils.parametrizations import weight_norm
from torch.utils.data import DataLoader, Dataset

QUANTILES = (0.1, 0.5, 0.9)


def synthetic_load(days=420, seed=3):
    rng = np.random.default_rng(seed)
    t = np.arange(days * 24)
    hour, day = t % 24, t // 24
    daily = 8 * np.sin(2 * np.pi * (hour - 7) / 24) + 3 * np.sin(4 * np.pi * (hour - 3) / 24)
    weekend = np.where(day % 7 >= 5, -7.0, 0.0)
    season = 10 * np.cos(2 * np.pi * day / 365)
    weather = np.zeros(len(t))
    noise = rng.normal(0, 1, len(t))
    for i in range(1, len(t)):
        weather[i] = 0.985 * weather[i - 1] + 0.55 * noise[i]
    load = 60 + daily + weekend + season + weather + rng.normal(0, 0.8, len(t))
    return load.astype(np.float32), hour, day


class Windows(Dataset):
    """Windows whose 24 target hours lie in [start, stop); the history may reach back before start."""

    def __init__(self, series, calendar, start, stop, history=168, horizon=24, stride=1):
        self.series, self.calendar = torch.from_numpy(series), torch.from_numpy(calendar)
        self.history, self.horizon = history, horizon
        first = max(start, history)
        self.origins = list(range(first, stop - horizon + 1, stride))

    def __len__(self):
        return len(self.origins)

    def __getitem__(self, i):
        o = self.origins[i]
        past = torch.cat([self.series[o - self.history : o, None], self.calendar[o - self.history : o]], dim=1)
        return past.t(), self.calendar[o : o + self.horizon].flatten(), self.series[o : o + self.horizon]


class CausalBlock(nn.Module):
    def __init__(self, channels, dilation, kernel=3, dropout=0.1):
        super().__init__()
        self.pad = (kernel - 1) * dilation
        self.conv = weight_norm(nn.Conv1d(channels, channels, kernel, dilation=dilation))
        self.act, self.drop = nn.GELU(), nn.Dropout(dropout)

    def forward(self, x):
        return x + self.drop(self.act(self.conv(nn.functional.pad(x, (self.pad, 0)))))


class Forecaster(nn.Module):
    def __init__(self, inputs, future, horizon=24, channels=24):
        super().__init__()
        self.horizon = horizon
        self.inp = nn.Conv1d(inputs, channels, 1)
        self.blocks = nn.Sequential(*[CausalBlock(channels, d) for d in (1, 2, 4, 8, 16, 32)])
        self.head = nn.Sequential(
            nn.Linear(channels * 2 + 48 + future, 96), nn.GELU(), nn.Linear(96, horizon * len(QUANTILES))
        )

    def forward(self, past, future):
        h = self.blocks(self.inp(past))
        # last state, mean state, the same hours yesterday and one week ago
        lags = torch.cat([past[:, 0, -24:], past[:, 0, -168:-144]], dim=1)
        raw = self.head(torch.cat([h[:, :, -1], h.mean(-1), lags, future], dim=1))
        raw = raw.view(-1, self.horizon, len(QUANTILES))
        low = raw[..., :1]
        # increments are positive, so that the quantiles do not cross
        return torch.cat([low, low + nn.functional.softplus(raw[..., 1:]).cumsum(-1)], dim=-1)


def pinball(pred, target):
    q = pred.new_tensor(QUANTILES)
    err = target.unsqueeze(-1) - pred
    return torch.maximum(q * err, (q - 1) * err).mean()


@torch.no_grad()
def run_eval(model, loader, scale):
    model.eval()
    loss, n, abs_err, inside = 0.0, 0, 0.0, 0.0
    for past, future, y in loader:
        p = model(past, future)
        loss += pinball(p, y).item() * len(y)
        abs_err += (p[..., 1] - y).abs().mean().item() * len(y)
        inside += ((y >= p[..., 0]) & (y <= p[..., 2])).float().mean().item() * len(y)
        n += len(y)
    return {"pinball": loss / n, "mae": abs_err / n * scale, "coverage": inside / n}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--patience", type=int, default=5)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--batch", type=int, default=64)
    args = ap.parse_args()
    torch.manual_seed(11)

    load, hour, day = synthetic_load()
    n = len(load)
    cut_valid, cut_test = int(n * 0.7), int(n * 0.85)
    mu, sd = load[:cut_valid].mean(), load[:cut_valid].std()
    z = (load - mu) / sd
    calendar = np.stack(
        [np.sin(2 * np.pi * hour / 24), np.cos(2 * np.pi * hour / 24), (day % 7 >= 5).astype(float)], axis=1
    ).astype(np.float32)

    train = DataLoader(Windows(z, calendar, 0, cut_valid, stride=3), batch_size=args.batch, shuffle=True)
    valid = DataLoader(Windows(z, calendar, cut_valid, cut_test, stride=6), batch_size=256)
    test_set = Windows(z, calendar, cut_test, n, stride=24)
    test = DataLoader(test_set, batch_size=256)

    model = Forecaster(inputs=4, future=24 * 3)
    opt = torch.optim.NAdam(model.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.4, patience=1)
    best, best_state, waited, history = float("inf"), None, 0, []
    for epoch in range(1, args.epochs + 1):
        model.train()
        total = 0.0
        for past, future, y in train:
            opt.zero_grad()
            loss = pinball(model(past, future), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            total += loss.item() * len(y)
        scores = run_eval(model, valid, sd)
        sched.step(scores["pinball"])
        history.append({"epoch": epoch, "train": total / len(train.dataset), **{k: float(v) for k, v in scores.items()}})
        print("epoch {epoch:2d} train {train:.4f} valid {pinball:.4f} mae {mae:.2f}".format(**history[-1]))
        if scores["pinball"] < best:
            best, best_state, waited = scores["pinball"], copy.deepcopy(model.state_dict()), 0
        else:
            waited += 1
            if waited >= args.patience:
                print("no progress, stopping")
                break

    model.load_state_dict(best_state)
    out = pathlib.Path(tempfile.mkdtemp(prefix="load_"))
    (out / "history.json").write_text(json.dumps(history, indent=1))
    torch.save(best_state, out / "forecaster.pt")

    scores = run_eval(model, test, sd)
    week = np.mean([np.abs(load[o : o + 24] - load[o - 168 : o - 144]).mean() for o in test_set.origins])
    yesterday = np.mean([np.abs(load[o : o + 24] - load[o - 24 : o]).mean() for o in test_set.origins])
    print(f"test mae {scores['mae']:.2f} (same hour yesterday {yesterday:.2f}, last week {week:.2f})")
    print(f"share of hours inside the 80% band: {scores['coverage']:.2f}")


if __name__ == "__main__":
    main()
