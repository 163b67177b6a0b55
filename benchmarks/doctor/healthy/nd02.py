# Feature learning vs. fixed features on sparse parity.
# The label is the product of 3 out of 15 signs. Both nets have the same shape and the same
# start; in one of them the first layer is frozen ("lazy"), in the other it learns ("rich").
import argparse
import copy
import itertools

import torch
from torch import nn
import torch.nn.functional as F

ap = argparse.ArgumentParser()
ap.add_argument("--bits", type=int, default=15)
ap.add_argument("--relevant", type=int, default=3)
ap.add_argument("--width", type=int, default=256)
ap.add_argument("--rows", type=int, default=6000)
ap.add_argument("--epochs", type=int, default=60)
ap.add_argument("--batch", type=int, default=128)
ap.add_argument("--lr", type=float, default=3e-3)
ap.add_argument("--seed", type=int, default=3)
args = ap.parse_args()

torch.manual_seed(args.seed)
torch.set_num_threads(2)

# the entire cube, every row exactly once, so a split by position shares nothing
cube = torch.tensor(list(itertools.product([-1.0, 1.0], repeat=args.bits)))
support = torch.randperm(args.bits)[: args.relevant]
target = (cube[:, support].prod(dim=1) > 0).float()

order = torch.randperm(len(cube))
tr, va, te = order[: args.rows], order[args.rows : args.rows + 2000], order[args.rows + 2000 :]
print(f"train {len(tr)}  validation {len(va)}  test {len(te)}  relevant bits {sorted(support.tolist())}")


def accuracy(net, idx):
    net.eval()
    with torch.no_grad():
        return ((net(cube[idx]).squeeze(1) > 0).float() == target[idx]).float().mean().item()


def fit(net, name):
    params = [p for p in net.parameters() if p.requires_grad]
    opt = torch.optim.AdamW(params, lr=args.lr, weight_decay=1e-2)
    best_va, best_state = -1.0, None
    for epoch in range(1, args.epochs + 1):
        net.train()
        total = 0.0
        for idx in tr[torch.randperm(len(tr))].split(args.batch):
            logit = net(cube[idx]).squeeze(1)
            loss = F.binary_cross_entropy_with_logits(logit, target[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        acc = accuracy(net, va)
        if acc > best_va:
            best_va, best_state = acc, copy.deepcopy(net.state_dict())
        if epoch == 1 or epoch % 10 == 0:
            print(f"{name:5s} epoch {epoch:3d}  loss {total / len(tr):.4f}  validation {acc:.3f}")
    net.load_state_dict(best_state)
    return net


start = nn.Sequential(nn.Linear(args.bits, args.width), nn.ReLU(), nn.Linear(args.width, 1))

rich = copy.deepcopy(start)
lazy = copy.deepcopy(start)
lazy[0].requires_grad_(False)

fit(rich, "rich")
fit(lazy, "lazy")
assert torch.equal(lazy[0].weight, start[0].weight)

majority = (target[tr].mean() > 0.5).float()
print(f"\nmajority class  test {(target[te] == majority).float().mean():.3f}")
print(f"frozen features test {accuracy(lazy, te):.3f}")
print(f"learned features test {accuracy(rich, te):.3f}")

# where do the learned filters look? share of squared weight on the relevant inputs
share = lambda net: (net[0].weight[:, support].pow(2).sum() / net[0].weight.pow(2).sum()).item()
print(f"weight on relevant bits: at the start {share(start):.2f}, after training {share(rich):.2f}")
