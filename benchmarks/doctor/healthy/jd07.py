"""Deep ensemble in one go: eight nets stacked with torch.func, trained under vmap, each on its own bootstrap sample."""
import torch
from sklearn.datasets import make_friedman1
from torch import nn
from torch.func import functional_call, stack_module_state, vmap

MEMBERS, EPOCHS, BATCH = 8, 60, 64
torch.manual_seed(2)
torch.set_num_threads(2)
g = torch.Generator().manual_seed(2)

X, y = make_friedman1(n_samples=1600, n_features=10, noise=1.0, random_state=2)
X = torch.tensor(X, dtype=torch.float32) * 2 - 1  # features are uniform on 0..1 by construction
y = torch.tensor(y, dtype=torch.float32)
(Xtr, Xva, Xte), (ytr, yva, yte) = X.split([1000, 300, 300]), y.split([1000, 300, 300])
mu, sd = ytr.mean(), ytr.std()


def make_net():
    return nn.Sequential(nn.Linear(10, 32), nn.SiLU(), nn.Linear(32, 32), nn.SiLU(), nn.Linear(32, 1))


nets = [make_net() for _ in range(MEMBERS)]
params, buffers = stack_module_state(nets)  # leaves of shape (MEMBERS, ...) that require grad
skeleton = make_net().to("meta")  # only its structure is used


def member(p, b, x):
    return functional_call(skeleton, (p, b), (x,)).squeeze(-1)


forward_own = vmap(member, in_dims=(0, 0, 0))      # every member its own rows
forward_same = vmap(member, in_dims=(0, 0, None))  # every member the same rows

opt = torch.optim.AdamW(params.values(), lr=5e-3, weight_decay=1e-2)
# bootstrap: drawn once per member, from training rows only
bags = torch.randint(len(Xtr), (MEMBERS, len(Xtr)), generator=g)
steps_per_epoch = -(-len(Xtr) // BATCH)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS * steps_per_epoch)


def predict(x):
    with torch.no_grad():
        return forward_same(params, buffers, x) * sd + mu


def rmse(pred, target):
    return (pred - target).square().mean(-1).sqrt()


best = (float("inf"), None)
for epoch in range(EPOCHS):
    order = torch.stack([bag[torch.randperm(len(bag), generator=g)] for bag in bags])
    for idx in order.split(BATCH, dim=1):
        out = forward_own(params, buffers, Xtr[idx])
        target = (ytr[idx] - mu) / sd
        # a sum over members: the gradient of one member is not touched by the others
        loss = (out - target).square().mean(dim=1).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
    val = rmse(predict(Xva).mean(0), yva).item()
    if val < best[0]:
        best = (val, {k: v.detach().clone() for k, v in params.items()})
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1}: loss of the last batch {loss.item() / MEMBERS:.3f}, val RMSE of the ensemble {val:.3f}")

params = best[1]
pred = predict(Xte)
single = rmse(pred, yte)
print(f"validation RMSE {best[0]:.3f}")
print(f"test RMSE: ensemble {rmse(pred.mean(0), yte):.3f}, one member on average {single.mean():.3f}, "
      f"training mean {rmse(mu.expand_as(yte), yte):.3f} (noise alone: about 1.0)")
spread, error = pred.std(0), (pred.mean(0) - yte).abs()
print(f"correlation of spread and error on test rows: {torch.corrcoef(torch.stack([spread, error]))[0, 1]:.2f}")
