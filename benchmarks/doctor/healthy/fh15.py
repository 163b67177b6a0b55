"""Self-training: 100 labelled digits, a heap of unlabelled ones, confident guesses become labels."""
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.nn.functional import cross_entropy

ROUNDS, SURE, STEPS = 4, 0.95, 400
torch.manual_seed(31)

data, target = load_digits(return_X_y=True)
data = torch.tensor(data / 16.0, dtype=torch.float32)
target = torch.tensor(target)

rest, test = train_test_split(np.arange(len(data)), test_size=400, stratify=target, random_state=2)
rest, val = train_test_split(rest, test_size=200, stratify=target[rest], random_state=2)
labelled, unlabelled = train_test_split(rest, train_size=100, stratify=target[rest], random_state=2)
pool = data[unlabelled]  # their targets are not used anywhere below


def fresh():
    return nn.Sequential(nn.Linear(64, 96), nn.ReLU(), nn.Dropout(0.3), nn.Linear(96, 96), nn.ReLU(), nn.Dropout(0.3),
                         nn.Linear(96, 10))


def fit(x, y, weight):
    model = fresh()  # every round starts anew, so that early mistakes are not carried along in the weights
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    sched = torch.optim.lr_scheduler.LinearLR(opt, start_factor=1.0, end_factor=0.05, total_iters=STEPS)
    model.train()
    for _ in range(STEPS):
        i = torch.randint(len(x), (64,))
        xb = x[i] + 0.05 * torch.randn(64, 64)
        loss = (weight[i] * cross_entropy(model(xb), y[i], reduction="none")).sum() / weight[i].sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
    return model.eval()


@torch.no_grad()
def accuracy(model, rows):
    return (model(data[rows]).argmax(1) == target[rows]).float().mean().item()


x, y, w = data[labelled], target[labelled], torch.ones(len(labelled))
model = fit(x, y, w)
best, best_val = model, accuracy(model, val)
print(f"labels only: val {best_val:.4f}, test {accuracy(model, test):.4f}")

for r in range(1, ROUNDS + 1):
    with torch.no_grad():
        conf, guess = model(pool).softmax(1).max(1)
    # the same number of every class at most, else the easy digits crowd out the others
    chosen = []
    for c in range(10):
        of_class = torch.where((guess == c) & (conf > SURE))[0]
        chosen.append(of_class[conf[of_class].argsort(descending=True)][:30 * r])
    chosen = torch.cat(chosen)
    x = torch.cat([data[labelled], pool[chosen]])
    y = torch.cat([target[labelled], guess[chosen]])
    w = torch.cat([torch.ones(len(labelled)), torch.full((len(chosen),), 0.5)])
    model = fit(x, y, w)
    v = accuracy(model, val)
    print(f"round {r}: {len(chosen)} guesses taken, val {v:.4f}")
    if v > best_val:
        best, best_val = model, v

print(f"chosen on validation ({best_val:.4f}): test {accuracy(best, test):.4f}")
