# Calibration curve of a sensor: full-batch L-BFGS in double precision, a few restarts, the best on validation stays.
import torch
from torch import nn

torch.set_default_dtype(torch.float64)
torch.manual_seed(31)


def sensor(t):
    return 1.5 * torch.sin(1.7 * t) + 0.4 * t + 0.3 * torch.cos(4 * t)


t_all = torch.rand(360, 1) * 6 - 3
v_all = sensor(t_all) + 0.08 * torch.randn_like(t_all)
parts = {"train": slice(0, 200), "valid": slice(200, 280), "test": slice(280, 360)}
data = {k: (t_all[s], v_all[s]) for k, s in parts.items()}
shift, scale = data["train"][1].mean(), data["train"][1].std()


def build():
    return nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 20), nn.Tanh(), nn.Linear(20, 1))


def mse(net, part):
    t, v = data[part]
    return ((net(t / 2) * scale + shift - v) ** 2).mean()


def fit(seed, rounds=15, ridge=1e-5):
    torch.manual_seed(seed)
    net = build()
    opt = torch.optim.LBFGS(net.parameters(), lr=1.0, max_iter=20, history_size=20, line_search_fn="strong_wolfe")
    t, v = data["train"]
    goal = (v - shift) / scale

    def closure():
        opt.zero_grad()
        loss = ((net(t / 2) - goal) ** 2).mean()
        loss = loss + ridge * sum((p ** 2).sum() for p in net.parameters())
        loss.backward()
        return loss

    best, keep = float("inf"), None
    for _ in range(rounds):
        opt.step(closure)
        with torch.no_grad():
            now = mse(net, "valid").item()
        if now < best:
            best, keep = now, {k: p.detach().clone() for k, p in net.state_dict().items()}
    net.load_state_dict(keep)
    return best, net


runs = []
for seed in (1, 2, 3):
    val, net = fit(seed)
    with torch.no_grad():
        print(f"start {seed}: train {mse(net, 'train').item():.5f} validation {val:.5f}")
    runs.append((val, seed, net))

val, seed, net = min(runs, key=lambda r: r[0])
with torch.no_grad():
    print(f"start {seed} kept: test mse {mse(net, 'test').item():.5f}, noise {0.08 ** 2:.5f}")
