"""Quantile regression: 10 %, 50 % and 90 % of a noisy delivery time."""
import torch
from sklearn.model_selection import train_test_split
from torch import nn

QUANTILES = torch.tensor([0.1, 0.5, 0.9])


def make_data(n, generator):
    km = torch.rand(n, generator=generator) * 20
    rain = (torch.rand(n, generator=generator) < 0.3).float()
    noise = torch.randn(n, generator=generator) * (1 + 0.25 * km) * (1 + rain)
    minutes = 12 + 2.4 * km + 6 * rain + noise
    return torch.stack([km, rain], dim=1), minutes


def pinball(pred, target, q=QUANTILES):
    err = target.unsqueeze(1) - pred
    return torch.maximum(q * err, (q - 1) * err).mean()


class QuantileNet(nn.Module):
    def __init__(self, n_in, n_q):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU())
        self.lowest = nn.Linear(64, 1)
        self.gaps = nn.Linear(64, n_q - 1)

    def forward(self, x):
        h = self.body(x)
        low = self.lowest(h)
        steps = nn.functional.softplus(self.gaps(h))     # the quantiles cannot cross
        return torch.cat([low, low + steps.cumsum(dim=1)], dim=1)


def main():
    torch.manual_seed(5)
    x, y = make_data(5000, torch.Generator().manual_seed(5))
    dev, test = train_test_split(torch.arange(len(x)).numpy(), test_size=0.2, random_state=5)
    train, val = train_test_split(dev, test_size=0.2, random_state=5)
    train, val, test = map(torch.from_numpy, (train, val, test))

    xm, xs = x[train].mean(0), x[train].std(0)
    ym, ys = y[train].mean(), y[train].std()
    x, t = (x - xm) / xs, (y - ym) / ys

    model = QuantileNet(2, len(QUANTILES))
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    best, wait, state = float("inf"), 0, None
    for epoch in range(60):
        model.train()
        for rows in train[torch.randperm(len(train))].split(128):
            opt.zero_grad()
            loss = pinball(model(x[rows]), t[rows])
            loss.backward()
            opt.step()

        model.eval()
        with torch.no_grad():
            val_loss = pinball(model(x[val]), t[val]).item()
        if val_loss < best - 1e-5:
            best, wait = val_loss, 0
            state = {k: v.clone() for k, v in model.state_dict().items()}
        else:
            wait += 1
            if wait == 8:
                break
    print(f"stopped after epoch {epoch}, best val pinball {best:.4f}")

    model.load_state_dict(state)
    model.eval()
    with torch.no_grad():
        pred = model(x[test]) * ys + ym
    for q, column in zip(QUANTILES.tolist(), pred.T):
        print(f"q={q:.1f}: {(y[test] <= column).float().mean().item():.3f} of the test rows lie below")
    print(f"median off by {(pred[:, 1] - y[test]).abs().mean().item():.2f} minutes on average")


if __name__ == "__main__":
    main()
