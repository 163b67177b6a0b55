# my own 2-layer GCN, no torch_geometric
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

np.random.seed(4)
torch.manual_seed(4)
device = 'cuda' if torch.cuda.is_available() else 'cpu'

# ---- stochastic block model with 3 communities, sparse on purpose
N, C = 240, 3
y = np.random.randint(0, C, N)
prob = np.where(y[:, None] == y[None, :], 0.045, 0.004)
upper = np.triu(np.random.rand(N, N) < prob, k=1)
A = torch.tensor((upper | upper.T).astype(np.float32))
X = np.random.randn(N, 20) * 1.0
X[np.arange(N), y] += 1.0                       # weak features
X = torch.tensor(X, dtype=torch.float32)
y = torch.tensor(y)

perm = torch.randperm(N)
train_idx, val_idx, test_idx = perm[:60], perm[60:120], perm[120:]

print("nodes", N, "edges", int(A.sum()) // 2)


def normalize(adj):
    """D^-1/2 A D^-1/2 as in Kipf & Welling"""
    deg = adj.sum(dim=1)
    d_inv_sqrt = deg.pow(-0.5)
    D = torch.diag(d_inv_sqrt)
    return D @ adj @ D


A_norm = normalize(A).to(device)
X, y = X.to(device), y.to(device)


class GCNLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.neigh = nn.Linear(n_in, n_out, bias=False)
        self.own = nn.Linear(n_in, n_out)

    def forward(self, a, h):
        return a @ self.neigh(h) + self.own(h)


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = GCNLayer(20, 32)
        self.l2 = GCNLayer(32, C)

    def forward(self, a, x):
        h = F.relu(self.l1(a, x))
        h = F.dropout(h, 0.5, training=self.training)
        return self.l2(a, h)


model = GCN().to(device)
opt = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)


def accuracy(logits, idx):
    return (logits[idx].argmax(1) == y[idx]).float().mean().item()


for epoch in range(120):
    model.train()
    out = model(A_norm, X)
    loss = F.cross_entropy(out[train_idx], y[train_idx])
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 20 == 0:
        model.eval()
        with torch.no_grad():
            out = model(A_norm, X)
        print(f'{epoch:3d} loss {loss.item():.4f} train {accuracy(out, train_idx):.3f} val {accuracy(out, val_idx):.3f}')

model.eval()
with torch.no_grad():
    out = model(A_norm, X)
print('test accuracy: %.3f' % accuracy(out, test_idx))
