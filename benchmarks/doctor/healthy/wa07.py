"""Matrix factorisation with biases on made-up ratings."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Config:
    users: int = 300
    items: int = 120
    rank: int = 4
    observed: int = 12_000
    batch: int = 256
    epochs: int = 30
    lr: float = 5e-3
    seed: int = 0


def synthesize(c: Config, g: torch.Generator):
    U = torch.randn(c.users, c.rank, generator=g) * 0.6
    V = torch.randn(c.items, c.rank, generator=g) * 0.6
    bu = torch.randn(c.users, generator=g) * 0.4
    bi = torch.randn(c.items, generator=g) * 0.4
    # every (user, item) cell is drawn at most once
    cells = torch.randperm(c.users * c.items, generator=g)[: c.observed]
    u = torch.div(cells, c.items, rounding_mode="floor")
    i = cells % c.items
    r = 3.0 + bu[u] + bi[i] + (U[u] * V[i]).sum(1) + 0.2 * torch.randn(c.observed, generator=g)
    return u, i, r


class MF(nn.Module):
    def __init__(self, c: Config, mean: float):
        super().__init__()
        self.p, self.q = nn.Embedding(c.users, c.rank), nn.Embedding(c.items, c.rank)
        self.bu, self.bi = nn.Embedding(c.users, 1), nn.Embedding(c.items, 1)
        for e in (self.p, self.q):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.bu, self.bi):
            nn.init.zeros_(e.weight)
        self.register_buffer("mean", torch.tensor(mean))

    def forward(self, u, i):
        return self.mean + self.bu(u).squeeze(-1) + self.bi(i).squeeze(-1) + (self.p(u) * self.q(i)).sum(-1)


def rmse(a, b):
    return (a - b).pow(2).mean().sqrt().item()


def main(c: Config = Config()):
    torch.manual_seed(c.seed)
    g = torch.Generator().manual_seed(c.seed)
    u, i, r = synthesize(c, g)
    order = torch.randperm(c.observed, generator=g)
    n_test, n_val = c.observed // 10, c.observed // 10
    te, va, tr = order[:n_test], order[n_test:n_test + n_val], order[n_test + n_val:]

    model = MF(c, r[tr].mean().item())
    opt = torch.optim.AdamW(model.parameters(), lr=c.lr, weight_decay=1e-2)
    best, keep = float("inf"), None
    for epoch in range(c.epochs):
        model.train()
        for rows in tr[torch.randperm(len(tr), generator=g)].split(c.batch):
            loss = nn.functional.mse_loss(model(u[rows], i[rows]), r[rows])
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            v = rmse(model(u[va], i[va]), r[va])
        if v < best:
            best, keep = v, {k: t.clone() for k, t in model.state_dict().items()}
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:3d}  val rmse {v:.4f}")

    model.load_state_dict(keep)
    with torch.no_grad():
        print(f"best val {best:.4f}  test {rmse(model(u[te], i[te]), r[te]):.4f}  "
              f"global mean {rmse(model.mean, r[te]):.4f}")


if __name__ == "__main__":
    main()
