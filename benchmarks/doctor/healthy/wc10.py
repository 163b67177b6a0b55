"""Friedman #1: gradient accumulation, one-cycle schedule, EMA of the weights."""
import torch
from sklearn.datasets import make_friedman1
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

MICRO, ACCUM, EPOCHS = 32, 4, 40
torch.manual_seed(99)
torch.set_num_threads(2)

X, y = make_friedman1(n_samples=4096, n_features=10, noise=1.0, random_state=99)
X, y = torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)
parts = {"train": slice(0, 2048), "val": slice(2048, 3072), "test": slice(3072, 4096)}   # rows are i.i.d.
mu, sd = y[parts["train"]].mean(), y[parts["train"]].std()
X = 2 * X - 1                       # features are uniform on [0, 1] by construction

train_loader = DataLoader(TensorDataset(X[parts["train"]], (y[parts["train"]] - mu) / sd), MICRO, shuffle=True)
assert len(train_loader) % ACCUM == 0, "else the last group of an epoch would be weighted wrongly"
UPDATES = EPOCHS * len(train_loader) // ACCUM


def block(i, o):
    return nn.Sequential(nn.Linear(i, o), nn.LayerNorm(o), nn.SiLU())


model = nn.Sequential(block(10, 64), block(64, 64), nn.Linear(64, 1), nn.Flatten(0))
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.98))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-2)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=UPDATES)


@torch.no_grad()
def rmse(net, part):
    was = net.training
    net.eval()
    pred = net(X[parts[part]]) * sd + mu
    net.train(was)
    return (pred - y[parts[part]]).square().mean().sqrt().item()


updates = 0
for epoch in range(EPOCHS):
    model.train()
    for i, (xb, yb) in enumerate(train_loader, start=1):
        loss = nn.functional.mse_loss(model(xb), yb)
        (loss / ACCUM).backward()
        if i % ACCUM:
            continue
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        scheduler.step()
        ema.update_parameters(model)
        updates += 1
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  val rmse: live {rmse(model, 'val'):.3f}  ema {rmse(ema, 'val'):.3f}")
assert updates == UPDATES

# validation decides which of the two sets of weights is shipped
name, chosen = min([("live", model), ("ema", ema)], key=lambda p: rmse(p[1], "val"))
base = (y[parts["test"]] - mu).square().mean().sqrt().item()
print(f"shipping {name}: test rmse {rmse(chosen, 'test'):.3f}  (mean predictor {base:.3f}, noise floor 1.0)")
