"""
Semi-supervised node classification with a GCN (Kipf & Welling 2017) on a stochastic block model.
Dense adjacency, 600 nodes, 10 labelled nodes per class, the usual train / val / test masks.
"""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1234)

N, C, FEAT = 600, 4, 64
P_IN, P_OUT = 0.020, 0.008


def build_graph():
    y = torch.randint(0, C, (N,))
    same = y.unsqueeze(0) == y.unsqueeze(1)
    prob = torch.full((N, N), P_OUT)
    prob[same] = P_IN
    upper = torch.triu((torch.rand(N, N) < prob).float(), diagonal=1)
    adj = upper + upper.t()
    centroids = torch.randn(C, FEAT)
    x = 0.25 * centroids[y] + torch.randn(N, FEAT)
    return x, adj, y


def normalise(adj):
    a = adj + torch.eye(N)
    d = a.sum(1).pow(-0.5)
    return d.unsqueeze(1) * a * d.unsqueeze(0)


class GCN(nn.Module):
    def __init__(self, hidden=64, p=0.3):
        super().__init__()
        self.w1 = nn.Linear(FEAT, hidden)
        self.w2 = nn.Linear(hidden, C)
        self.p = p

    def forward(self, x, a_hat):
        h = F.relu(a_hat @ self.w1(x))
        h = F.dropout(h, self.p, training=self.training)
        return a_hat @ self.w2(h)


def masks(y, per_class=10, n_val=150):
    order = torch.randperm(N)
    train = torch.zeros(N, dtype=torch.bool)
    for c in range(C):
        train[order[y[order] == c][:per_class]] = True
    rest = order[~train[order]]
    val = torch.zeros(N, dtype=torch.bool)
    test = torch.zeros(N, dtype=torch.bool)
    val[rest[:n_val]] = True
    test[rest[n_val:]] = True
    return train, val, test


x, adj, y = build_graph()
a_hat = normalise(adj)
train_mask, val_mask, test_mask = masks(y)
print("nodes", train_mask.sum().item(), val_mask.sum().item(), test_mask.sum().item())

model = GCN()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
best_val, best_state = 0.0, copy.deepcopy(model.state_dict())

for epoch in range(200):
    model.train()
    optimizer.zero_grad()
    out = model(x, a_hat)
    loss = F.cross_entropy(out, y)
    loss.backward()
    optimizer.step()

    model.eval()
    with torch.no_grad():
        pred = model(x, a_hat).argmax(1)
    acc = lambda m: (pred[m] == y[m]).float().mean().item()
    if acc(val_mask) > best_val:
        best_val, best_state = acc(val_mask), copy.deepcopy(model.state_dict())
    if (epoch + 1) % 25 == 0:
        print(f"epoch {epoch + 1:3d}  loss {loss.item():.3f}  train {acc(train_mask):.3f}  val {acc(val_mask):.3f}")

model.load_state_dict(best_state)
model.eval()
with torch.no_grad():
    pred = model(x, a_hat).argmax(1)
print("test accuracy", (pred[test_mask] == y[test_mask]).float().mean().item())
