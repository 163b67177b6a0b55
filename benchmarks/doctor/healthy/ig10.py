# %% Digits: contrastive embedding from pairs, judged by a nearest-neighbour vote
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from torch import nn

torch.manual_seed(2)
torch.set_num_threads(2)
rng = np.random.default_rng(2)

# %% split first, pairs afterwards: no picture of the validation or test part is in any training pair
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype(np.float32)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=2)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=2)
by_class = [np.flatnonzero(y_train == c) for c in range(10)]


def draw_pairs(n):
    """Half of the pairs have one class, half have two different ones."""
    left = rng.integers(len(y_train), size=n)
    same = rng.random(n) < 0.5
    right = np.empty(n, dtype=np.int64)
    for k in range(n):
        c = y_train[left[k]]
        if not same[k]:
            c = (c + rng.integers(1, 10)) % 10
            right[k] = rng.choice(by_class[c])
        else:
            right[k] = rng.choice(by_class[c][by_class[c] != left[k]])
    return left, right, same.astype(np.float32)


# %%
class Embedder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.1), nn.Linear(128, dim))

    def forward(self, x):
        return F.normalize(self.body(x), dim=-1)


def contrastive_loss(a, b, same, margin=1.0):
    squared = (a - b).pow(2).sum(1)
    # the small constant keeps the derivative of the root finite
    distance = (squared + 1e-8).sqrt()
    return (same * squared + (1 - same) * F.relu(margin - distance).pow(2)).mean()


def embed(net, rows):
    net.eval()
    with torch.no_grad():
        return net(torch.from_numpy(rows)).numpy()


def knn_accuracy(net, rows, labels):
    vote = KNeighborsClassifier(5).fit(embed(net, X_train), y_train)
    return vote.score(embed(net, rows), labels)


# %%
ROUNDS, BATCHES, SIZE = 15, 60, 64
net = Embedder()
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=ROUNDS)  # stepped once per round

print(f"before training: validation {knn_accuracy(net, X_val, y_val):.3f}")
best, best_weights = 0.0, None
for r in range(ROUNDS):
    net.train()
    running = 0.0
    for _ in range(BATCHES):
        i, j, same = draw_pairs(SIZE)
        # both halves pass through the one network
        za, zb = net(torch.from_numpy(X_train[i])), net(torch.from_numpy(X_train[j]))
        loss = contrastive_loss(za, zb, torch.from_numpy(same))
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item()
    sched.step()
    acc = knn_accuracy(net, X_val, y_val)
    print(f"round {r + 1:2d}  loss {running / BATCHES:.4f}  validation {acc:.3f}")
    if acc > best:
        best, best_weights = acc, {k: v.clone() for k, v in net.state_dict().items()}

# %%
net.load_state_dict(best_weights)
print(f"test accuracy of the vote: {knn_accuracy(net, X_test, y_test):.3f}")
