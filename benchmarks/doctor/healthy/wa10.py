"""OneCycle + gradient accumulation. 1 optimizer step = ACCUM micro-batches (the last group may be smaller)."""
import math

import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch import nn

MICRO, ACCUM, EPOCHS = 32, 4, 15

torch.manual_seed(2)
X, y = make_classification(n_samples=5000, n_features=20, n_informative=8, n_redundant=4, n_classes=4,
                           n_clusters_per_class=1, class_sep=1.5, flip_y=0.02, random_state=2)
X_fit, X_test, y_fit, y_test = train_test_split(X, y, test_size=1000, stratify=y, random_state=2)
X_train, X_val, y_train, y_val = train_test_split(X_fit, y_fit, test_size=800, stratify=y_fit, random_state=2)
m, s = X_train.mean(0), X_train.std(0)
as_x = lambda a: torch.tensor((a - m) / s, dtype=torch.float32)
Xtr, Xva, Xte = map(as_x, (X_train, X_val, X_test))
ytr, yva, yte = map(torch.as_tensor, (y_train, y_val, y_test))

net = nn.Sequential(nn.Linear(20, 64), nn.GELU(), nn.LayerNorm(64), nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 4))
decay = [p for p in net.parameters() if p.ndim > 1]
plain = [p for p in net.parameters() if p.ndim <= 1]          # biases and LayerNorm
opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.05}, {"params": plain, "weight_decay": 0.0}], lr=1e-3)
steps_per_epoch = math.ceil(len(Xtr) / (MICRO * ACCUM))
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=5e-3, total_steps=EPOCHS * steps_per_epoch)


def groups(n):
    """Shuffled rows, cut into groups of one optimizer step each."""
    return torch.randperm(n).split(MICRO * ACCUM)


@torch.no_grad()
def acc(X, y):
    net.eval()
    return (net(X).argmax(1) == y).float().mean().item()


steps = 0
for epoch in range(EPOCHS):
    net.train()
    total = 0.0
    for group in groups(len(Xtr)):
        opt.zero_grad()
        for rows in group.split(MICRO):
            # sum / size of the whole group, so a short group or micro-batch is weighed right
            loss = nn.functional.cross_entropy(net(Xtr[rows]), ytr[rows], reduction="sum") / len(group)
            loss.backward()
            total += loss.item() * len(group)
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        sched.step()
        steps += 1
    print(f"epoch {epoch + 1:2d}  train {total / len(Xtr):.4f}  val acc {acc(Xva, yva):.4f}")

assert steps == EPOCHS * steps_per_epoch
# fixed length, last weights: nothing is chosen on the test rows
print(f"test acc {acc(Xte, yte):.4f}  (chance about 0.25)")
