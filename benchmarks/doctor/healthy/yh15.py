"""Snapshot ensemble: cosine annealing with warm restarts, one member saved at the end of each cycle."""
import copy

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts

torch.manual_seed(0)
rng = np.random.RandomState(0)

X, y = make_classification(n_samples=4000, n_features=20, n_informative=12, n_redundant=2, n_classes=5,
                           n_clusters_per_class=2, class_sep=1.2, flip_y=0.02, random_state=0)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=1000, stratify=y, random_state=0)
scaler = StandardScaler().fit(X_tr)
to = lambda a: torch.from_numpy(scaler.transform(a)).float()
X_tr, X_te, y_tr, y_te = to(X_tr), to(X_te), torch.from_numpy(y_tr), torch.from_numpy(y_te)

net = nn.Sequential(nn.Linear(20, 128), nn.ReLU(), nn.Dropout(0.1),
                    nn.Linear(128, 128), nn.ReLU(), nn.Dropout(0.1), nn.Linear(128, 5))
opt = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9, nesterov=True, weight_decay=5e-4)

CYCLES, CYCLE_EPOCHS, BATCH = 5, 8, 100
n_batches = len(X_tr) // BATCH                     # 3000 / 100, nothing left over
sched = CosineAnnealingWarmRestarts(opt, T_0=CYCLE_EPOCHS * n_batches, T_mult=1, eta_min=1e-4)
loss_fn = nn.CrossEntropyLoss()


def probabilities(m, X):
    m.eval()
    with torch.no_grad():
        return m(X).softmax(-1)


members = []
for epoch in range(CYCLES * CYCLE_EPOCHS):
    net.train()
    first_lr, total = opt.param_groups[0]["lr"], 0.0
    for b in torch.from_numpy(rng.permutation(len(X_tr))).split(BATCH):
        opt.zero_grad()
        loss = loss_fn(net(X_tr[b]), y_tr[b])
        loss.backward()
        opt.step()
        sched.step()                               # once per batch: T_0 counts batches
        total += loss.item() / n_batches
    if (epoch + 1) % CYCLE_EPOCHS == 0:
        members.append(copy.deepcopy(net))
        print(f"cycle {len(members)}: last epoch began at lr {first_lr:.4f}, loss {total:.4f}")

assert len(members) == CYCLES
probs = torch.stack([probabilities(m, X_te) for m in members])
for i, p in enumerate(probs, 1):
    print(f"snapshot {i}: test accuracy {(p.argmax(1) == y_te).float().mean():.4f}")
print(f"all together: test accuracy {(probs.mean(0).argmax(1) == y_te).float().mean():.4f}")
