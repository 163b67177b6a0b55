"""Triplet-loss embeddings of digits: trained on 0-7, also tried on the unseen 8 and 9."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

rng = np.random.default_rng(0)
torch.manual_seed(0)

class Embedder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, dim))

    def forward(self, x):
        return F.normalize(self.body(x), dim=-1)

def sample_triplets(labels, by_class, n):
    """Random anchors, a positive of the same class (another example), a negative of another class."""
    anchors = rng.integers(len(labels), size=n)
    pos, neg = [], []
    for a in anchors:
        same = by_class[labels[a]]
        p = rng.choice(same)
        while p == a:
            p = rng.choice(same)
        m = rng.integers(len(labels))
        while labels[m] == labels[a]:
            m = rng.integers(len(labels))
        pos.append(p)
        neg.append(m)
    return anchors, np.array(pos), np.array(neg)

def knn_score(f, X_ref, y_ref, X_query, y_query):
    return KNeighborsClassifier(3).fit(f(X_ref), y_ref).score(f(X_query), y_query)


X, y = load_digits(return_X_y=True)
X = (X / 16).astype(np.float32)
known = y < 8
X_tr, X_te, y_tr, y_te = train_test_split(X[known], y[known], test_size=0.3, stratify=y[known], random_state=0)
X_ref, X_new, y_ref, y_new = train_test_split(X[~known], y[~known], test_size=0.8, stratify=y[~known], random_state=0)
by_class = {c: np.flatnonzero(y_tr == c) for c in range(8)}
data = torch.from_numpy(X_tr)

net = Embedder()


@torch.no_grad()
def embed(a):
    net.eval()
    return net(torch.from_numpy(a)).numpy()


print(f"untrained network: 3-nn accuracy {knn_score(embed, X_tr, y_tr, X_te, y_te):.3f}")
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
criterion = nn.TripletMarginLoss(margin=0.3)
for step in range(1, 401):
    net.train()
    a, p, n = (net(data[i]) for i in sample_triplets(y_tr, by_class, 128))
    loss = criterion(a, p, n)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    if step % 100 == 0:
        print(f"step {step} loss {loss.item():.4f} 3-nn accuracy {knn_score(embed, X_tr, y_tr, X_te, y_te):.3f}")
print(f"unseen classes 8 and 9: {knn_score(embed, X_ref, y_ref, X_new, y_new):.3f}")
