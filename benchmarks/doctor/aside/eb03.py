"""Two noisy moons with many useless extra columns. Early stopping on the validation loss."""
import os
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import make_moons
from torch import nn


@dataclass
class Config:
    n_train: int = 120
    n_valid: int = 400
    n_test: int = 2000
    noise_columns: int = 30
    hidden: int = 128
    lr: float = 3e-3
    max_epochs: int = 300
    patience: int = 40
    batch_size: int = 24
    out: str = "out/eb03"


cfg = Config()
torch.manual_seed(0)
rng = np.random.default_rng(0)
os.makedirs(cfg.out, exist_ok=True)


def make_split(n, seed):
    X, y = make_moons(n, noise=0.25, random_state=seed)
    extra = rng.normal(size=(n, cfg.noise_columns))
    X = np.hstack([X, extra]).astype("float32")
    return torch.from_numpy(X), torch.from_numpy(y.astype("int64"))


train_x, train_y = make_split(cfg.n_train, 1)
valid_x, valid_y = make_split(cfg.n_valid, 2)
test_x, test_y = make_split(cfg.n_test, 3)

model = nn.Sequential(
    nn.Linear(train_x.shape[1], cfg.hidden), nn.ReLU(),
    nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU(),
    nn.Linear(cfg.hidden, 2),
)
optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)


@torch.no_grad()
def score(x, y):
    model.eval()
    logits = model(x)
    return F.cross_entropy(logits, y).item(), (logits.argmax(-1) == y).float().mean().item()


best_loss, best_epoch, best_weights = float("inf"), -1, None
for epoch in range(cfg.max_epochs):
    model.train()
    for idx in torch.randperm(cfg.n_train).split(cfg.batch_size):
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(train_x[idx]), train_y[idx])
        loss.backward()
        optimizer.step()

    v_loss, v_acc = score(valid_x, valid_y)
    if v_loss < best_loss:
        best_loss, best_epoch = v_loss, epoch
        best_weights = model.state_dict()
    elif epoch - best_epoch >= cfg.patience:
        print(f"no better for {cfg.patience} epochs, stopping at {epoch}")
        break
    if epoch % 5 == 0:
        print(f"{epoch:4d}  valid loss {v_loss:.4f}  acc {v_acc:.3f}")

print(f"best epoch {best_epoch} with valid loss {best_loss:.4f}")

# go back to the best epoch before touching the test rows
model.load_state_dict(best_weights)
t_loss, t_acc = score(test_x, test_y)
print(f"test loss {t_loss:.4f}  test acc {t_acc:.3f}")
torch.save(best_weights, os.path.join(cfg.out, "best.pt"))
