# Node classification on a random block graph with a hand written two layer GCN.
# Transductive on purpose: the whole graph and all node features are visible while training,
# the *labels* of the validation and test nodes are not.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def block_graph(sizes=(160, 140, 150), p_in=0.05, p_out=0.006, dim=16, noise=1.5, seed=3):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(len(sizes)), sizes)
    n = len(y)
    prob = np.where(y[:, None] == y[None, :], p_in, p_out)
    upper = np.triu(rng.random((n, n)) < prob, k=1)
    adj = (upper | upper.T).astype(np.float32)
    centers = rng.normal(size=(len(sizes), dim))
    feats = centers[y] + noise * rng.normal(size=(n, dim))
    return torch.from_numpy(adj), torch.from_numpy(feats.astype(np.float32)), torch.from_numpy(y)


def normalise(adj):
    a = adj + torch.eye(adj.size(0))
    d = a.sum(1).rsqrt()
    return d[:, None] * a * d[None, :]


def masks(y, per_class=12, n_val=120, seed=5):
    g = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(y), generator=g)
    train = torch.zeros(len(y), dtype=torch.bool)
    for c in y.unique():
        train[order[y[order] == c][:per_class]] = True
    rest = order[~train[order]]
    val, test = torch.zeros_like(train), torch.zeros_like(train)
    val[rest[:n_val]] = True
    test[rest[n_val:]] = True
    assert not (train & val).any() and not (train & test).any() and not (val & test).any()
    return train, val, test


class GCN(nn.Module):
    def __init__(self, d_in, d_hid, d_out, p=0.5):
        super().__init__()
        self.w1 = nn.Linear(d_in, d_hid)
        self.w2 = nn.Linear(d_hid, d_out)
        self.p = p

    def forward(self, a, x):
        h = F.relu(a @ self.w1(F.dropout(x, self.p, self.training)))
        return a @ self.w2(F.dropout(h, self.p, self.training))


def fit(a, x, y, tr, va, epochs=200, patience=40):
    model = GCN(x.size(1), 32, int(y.max()) + 1)
    # weight decay on the first layer only, as in Kipf & Welling
    opt = torch.optim.Adam([
        {"params": model.w1.parameters(), "weight_decay": 5e-4},
        {"params": model.w2.parameters(), "weight_decay": 0.0},
    ], lr=0.01)
    best, keep, bad = float("inf"), None, 0
    for epoch in range(epochs):
        model.train()
        opt.zero_grad()
        loss = F.cross_entropy(model(a, x)[tr], y[tr])
        loss.backward()
        opt.step()

        model.eval()
        with torch.no_grad():
            out = model(a, x)
            v = F.cross_entropy(out[va], y[va]).item()
        if v < best:
            best, bad = v, 0
            keep = {k: t.clone() for k, t in model.state_dict().items()}
        else:
            bad += 1
            if bad >= patience:
                break
        if epoch % 20 == 0:
            acc = (out[va].argmax(1) == y[va]).float().mean().item()
            print(f"{epoch:4d} train {loss.item():.3f} val {v:.3f} acc {acc:.3f}")
    model.load_state_dict(keep)
    return model.eval()


if __name__ == "__main__":
    torch.manual_seed(0)
    adj, x, y = block_graph()
    tr, va, te = masks(y)
    print("labelled", int(tr.sum()), "val", int(va.sum()), "test", int(te.sum()))
    for name, a in [("features only", torch.eye(len(y))), ("graph", normalise(adj))]:
        model = fit(a, x, y, tr, va)
        with torch.no_grad():
            pred = model(a, x).argmax(1)
        print(f"{name}: test accuracy {(pred[te] == y[te]).float().mean().item():.3f}")
    print("largest class:", (torch.bincount(y[te]).max() / te.sum()).item())
