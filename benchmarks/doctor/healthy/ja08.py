"""GCN, transductive node classification on a stochastic block model.

All nodes and edges are visible during training, as in the Planetoid setting; the LABELS of the
validation and test nodes are not used for fitting. Dense adjacency: 600 nodes only.
"""
import os
import torch
from torch import nn
from torch.nn import functional as F

torch.set_num_threads(1)
torch.manual_seed(42)

N_CLASSES, PER_CLASS, DIM = 4, 150, 16
P_IN, P_OUT = 0.05, 0.008
N = N_CLASSES * PER_CLASS


def build_graph():
    y = torch.arange(N_CLASSES).repeat_interleave(PER_CLASS)[torch.randperm(N)]
    prob = torch.where(y[:, None] == y[None, :], P_IN, P_OUT)
    upper = torch.triu(torch.rand(N, N) < prob, diagonal=1)
    adj = (upper | upper.T).float()
    centres = torch.randn(N_CLASSES, DIM) * 0.35
    feats = centres[y] + torch.randn(N, DIM)      # features alone tell the class only roughly
    return adj, feats, y


def normalise(adj):
    a = adj + torch.eye(len(adj))                 # self loops
    d = a.sum(1).rsqrt()
    return d[:, None] * a * d[None, :]


class GCN(nn.Module):
    def __init__(self, hidden=32, dropout=0.5):
        super().__init__()
        self.lin1 = nn.Linear(DIM, hidden)
        self.lin2 = nn.Linear(hidden, N_CLASSES)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, a_hat):
        h = F.relu(a_hat @ self.lin1(self.drop(x)))
        return a_hat @ self.lin2(self.drop(h))


adj, x, y = build_graph()
perm = torch.randperm(N)
train_idx, val_idx, test_idx = perm[:80], perm[80:230], perm[230:]


def train(a_hat, tag):
    torch.manual_seed(0)
    model = GCN()
    opt = torch.optim.Adam([
        {"params": model.lin1.parameters(), "weight_decay": 5e-3},   # as in the paper: first layer only
        {"params": model.lin2.parameters(), "weight_decay": 0.0},
    ], lr=0.01)
    best_val, best_pred, patience, best_epoch = float("inf"), None, 0, 0
    for epoch in range(300):
        model.train()
        opt.zero_grad()
        out = model(x, a_hat)
        loss = F.cross_entropy(out[train_idx], y[train_idx])
        loss.backward()
        opt.step()

        model.eval()
        with torch.no_grad():
            out = model(x, a_hat)
            val_loss = F.cross_entropy(out[val_idx], y[val_idx]).item()
        if val_loss < best_val:
            # remember the predictions of this epoch; the test nodes are scored once, at the end
            best_val, best_epoch, patience, best_pred = val_loss, epoch, 0, out.argmax(1)
        else:
            patience += 1
            if patience == 50:
                break
    acc = lambda idx: (best_pred[idx] == y[idx]).float().mean().item()
    print(f"{tag:24s} epoch {best_epoch:3d}  val {acc(val_idx):.3f}  test {acc(test_idx):.3f}")


train(normalise(adj), "GCN")
train(torch.eye(N), "same net without edges")
majority = y[train_idx].bincount(minlength=N_CLASSES).argmax()
print(f"{'majority class':24s} test {(y[test_idx] == majority).float().mean():.3f}")
os.makedirs("out/ja08", exist_ok=True)
torch.save({"adj": adj.to_sparse(), "y": y}, "out/ja08/graph.pt")
