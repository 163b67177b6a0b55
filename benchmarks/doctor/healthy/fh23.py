"""A run that is broken off half-way and taken up again ends where an unbroken one ends."""
import os

import torch
from sklearn.datasets import make_regression
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

OUT = "out/fh23"
EPOCHS, BATCH = 20, 32

X, y = make_regression(n_samples=1500, n_features=15, n_informative=10, noise=8.0, random_state=9)
X, y = torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32).unsqueeze(1)
X_train, X_val, X_test = X.split([1000, 250, 250])
y_train, y_val, y_test = y.split([1000, 250, 250])
y_mean, y_std = y_train.mean(), y_train.std()


class Run:
    def __init__(self):
        torch.manual_seed(77)
        self.model = nn.Sequential(nn.Linear(15, 64), nn.ReLU(), nn.Dropout(0.05), nn.Linear(64, 1))
        self.opt = torch.optim.Adam(self.model.parameters(), lr=5e-3)
        self.sched = torch.optim.lr_scheduler.CosineAnnealingLR(self.opt, T_max=EPOCHS)
        self.gen = torch.Generator().manual_seed(78)
        self.loader = DataLoader(TensorDataset(X_train, (y_train - y_mean) / y_std), batch_size=BATCH, shuffle=True,
                                 generator=self.gen)
        self.epoch = 0

    def save(self, path):
        torch.save({
            "model": self.model.state_dict(),
            "opt": self.opt.state_dict(),
            "sched": self.sched.state_dict(),
            "epoch": self.epoch,
            "loader_rng": self.gen.get_state(),
            "torch_rng": torch.get_rng_state(),  # dropout draws from this one
        }, path)

    def load(self, path):
        state = torch.load(path, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.opt.load_state_dict(state["opt"])
        self.sched.load_state_dict(state["sched"])
        self.epoch = state["epoch"]
        self.gen.set_state(state["loader_rng"])
        torch.set_rng_state(state["torch_rng"])
        return self

    def rmse(self, x, t):
        self.model.eval()
        with torch.no_grad():
            return (self.model(x) * y_std + y_mean - t).pow(2).mean().sqrt().item()

    def go(self, until):
        while self.epoch < until:
            self.model.train()
            for xb, yb in self.loader:
                self.opt.zero_grad()
                nn.functional.mse_loss(self.model(xb), yb).backward()
                self.opt.step()
            self.sched.step()
            self.epoch += 1
            if self.epoch % 5 == 0:
                print(f"  epoch {self.epoch:2d}  val RMSE {self.rmse(X_val, y_val):.3f}")
        return self


os.makedirs(OUT, exist_ok=True)
print("in one piece")
whole = Run().go(EPOCHS)

print("first half")
Run().go(EPOCHS // 2).save(f"{OUT}/half.pt")
print("second half")
resumed = Run().load(f"{OUT}/half.pt").go(EPOCHS)

gap = max((a - b).abs().max().item() for a, b in zip(whole.model.parameters(), resumed.model.parameters()))
print(f"largest difference of a weight: {gap:.2e}")
print(f"test RMSE {whole.rmse(X_test, y_test):.3f} and {resumed.rmse(X_test, y_test):.3f} "
      f"(always the mean: {(y_test - y_mean).pow(2).mean().sqrt():.3f})")
