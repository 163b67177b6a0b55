"""Semi-supervised node classification on a stochastic block model, two-layer GCN without any graph library."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def sbm(n_per_class, n_classes, p_in, p_out, n_feat, gen):
    y = torch.arange(n_classes).repeat_interleave(n_per_class)
    same = y[:, None] == y[None, :]
    prob = torch.where(same, torch.tensor(p_in), torch.tensor(p_out))
    upper = torch.triu(torch.rand(prob.shape, generator=gen) < prob, diagonal=1)
    adj = (upper | upper.T).float()
    means = torch.randn(n_classes, n_feat, generator=gen) * 0.4
    x = means[y] + torch.randn(len(y), n_feat, generator=gen)
    return x, y, adj


def normalise(adj):
    a = adj + torch.eye(len(adj))
    d = a.sum(1).rsqrt()
    return (d[:, None] * a * d[None, :]).to_sparse()


class GCNLayer(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.lin = nn.Linear(d_in, d_out)

    def forward(self, x, a_hat):
        return torch.sparse.mm(a_hat, self.lin(x))


class GCN(nn.Module):
    def __init__(self, d_in, d_hidden, n_classes, p=0.5):
        super().__init__()
        self.g1, self.g2, self.p = GCNLayer(d_in, d_hidden), GCNLayer(d_hidden, n_classes), p

    def forward(self, x, a_hat):
        x = F.dropout(x, self.p, training=self.training)
        x = F.relu(self.g1(x, a_hat))
        x = F.dropout(x, self.p, training=self.training)
        return self.g2(x, a_hat)


def run(x, a_hat, y, masks, epochs=200):
    model = GCN(x.shape[1], 32, int(y.max()) + 1)
    opt = torch.optim.Adam(
        [{"params": model.g1.parameters(), "weight_decay": 5e-4}, {"params": model.g2.parameters()}], lr=1e-2
    )
    best_val, at_best = 0.0, 0.0
    for epoch in range(epochs):
        model.train()
        opt.zero_grad()
        # transductive: all nodes pass through, only the labelled ones carry loss
        loss = F.cross_entropy(model(x, a_hat)[masks["train"]], y[masks["train"]])
        loss.backward()
        opt.step()

        model.eval()
        with torch.no_grad():
            hit = model(x, a_hat).argmax(1) == y
        val = hit[masks["val"]].float().mean().item()
        if val > best_val:
            best_val, at_best = val, hit[masks["test"]].float().mean().item()
    return best_val, at_best


if __name__ == "__main__":
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    x, y, adj = sbm(150, 4, p_in=0.05, p_out=0.008, n_feat=16, gen=gen)

    masks = {k: torch.zeros(len(y), dtype=torch.bool) for k in ("train", "val", "test")}
    for c in range(4):
        nodes = torch.nonzero(y == c).squeeze(1)
        nodes = nodes[torch.randperm(len(nodes), generator=gen)]
        for name, part in zip(masks, nodes.split([20, 30, 100])):
            masks[name][part] = True
    assert int(sum(m.int() for m in masks.values()).max()) == 1

    for name, matrix in (("GCN", normalise(adj)), ("MLP (no edges)", torch.eye(len(y)).to_sparse())):
        val, test = run(x, matrix, y, masks)
        print(f"{name:15s} best val acc {val:.3f}   test acc at that epoch {test:.3f}")
