"""Two-layer GCN on a stochastic block model (dense, normalised adjacency), semi-supervised node classification.
A small search over learning rate and dropout uses the validation nodes; the test nodes are looked at once."""
import itertools
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Graph(NamedTuple):
    a: Tensor  # D^-1/2 (A + I) D^-1/2
    x: Tensor
    y: Tensor
    train: Tensor
    valid: Tensor
    test: Tensor


def block_model(n=600, k=4, p_in=0.035, p_out=0.006, seed=0) -> Graph:
    g = torch.Generator().manual_seed(seed)
    y = torch.arange(n) % k
    p = torch.where(y[:, None] == y[None, :], p_in, p_out)
    upper = torch.triu(torch.rand(n, n, generator=g) < p, diagonal=1).float()
    a = upper + upper.T + torch.eye(n)
    d = a.sum(1).rsqrt()
    centres = torch.randn(k, 24, generator=g)
    x = 0.35 * centres[y] + torch.randn(n, 24, generator=g)
    order = torch.randperm(n, generator=g)
    # 25 labelled nodes of each class, then 150 for validation, the rest for the test
    train = torch.cat([order[y[order] == c][:25] for c in range(k)])
    rest = order[~torch.isin(order, train)]
    mask = lambda idx: torch.zeros(n, dtype=torch.bool).index_fill(0, idx, True)
    return Graph(d[:, None] * a * d[None, :], x, y, mask(train), mask(rest[:150]), mask(rest[150:]))


class GCN(nn.Module):
    def __init__(self, d_in: int, d_hidden: int, d_out: int, dropout: float):
        super().__init__()
        self.lin1, self.lin2 = nn.Linear(d_in, d_hidden), nn.Linear(d_hidden, d_out)
        self.dropout = dropout

    def forward(self, a: Tensor, x: Tensor) -> Tensor:
        x = F.dropout(x, self.dropout, self.training)
        x = torch.relu(a @ self.lin1(x))
        x = F.dropout(x, self.dropout, self.training)
        return a @ self.lin2(x)


@torch.no_grad()
def accuracy(model: nn.Module, g: Graph, mask: Tensor) -> float:
    model.eval()
    return (model(g.a, g.x).argmax(1)[mask] == g.y[mask]).float().mean().item()


def fit(g: Graph, lr: float, dropout: float, use_graph: bool = True, epochs: int = 120):
    torch.manual_seed(0)
    if not use_graph:  # the same network without edges
        g = g._replace(a=torch.eye(len(g.y)))
    model = GCN(g.x.shape[1], 32, int(g.y.max()) + 1, dropout)
    opt = torch.optim.Adam(
        [{"params": model.lin1.parameters(), "weight_decay": 5e-3}, {"params": model.lin2.parameters()}], lr=lr
    )
    best, state, first = -1.0, None, None
    for _ in range(epochs):
        model.train()
        loss = F.cross_entropy(model(g.a, g.x)[g.train], g.y[g.train])
        opt.zero_grad()
        loss.backward()
        opt.step()
        first = loss.item() if first is None else first
        acc = accuracy(model, g, g.valid)
        if acc > best:
            best, state = acc, {k: v.clone() for k, v in model.state_dict().items()}
    model.load_state_dict(state)
    return model, best, first, loss.item(), g


def main() -> None:
    g = block_model()
    print(f"nodes {len(g.y)}, train {int(g.train.sum())}, valid {int(g.valid.sum())}, test {int(g.test.sum())}")
    results = []
    for lr, dropout in itertools.product((3e-3, 1e-2, 3e-2), (0.2, 0.5)):
        model, best, first, last, _ = fit(g, lr, dropout)
        print(f"lr {lr:g} dropout {dropout}: loss {first:.3f} -> {last:.3f}  valid accuracy {best:.3f}")
        results.append((best, lr, dropout, model))
    best, lr, dropout, model = max(results, key=lambda r: r[0])
    plain, *_, no_edges = fit(g, lr, dropout, use_graph=False)
    print(f"chosen lr {lr:g} dropout {dropout}: valid {best:.3f}  test {accuracy(model, g, g.test):.3f}"
          f"  (without edges: test {accuracy(plain, no_edges, no_edges.test):.3f}, chance 0.25)")


if __name__ == "__main__":
    main()
