"""Novelty detection: an autoencoder that only ever sees the digits 0-4.

Alarm threshold = 95 % quantile of the reconstruction error on held-out *normal* images.
"""
import json
import os

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from torch import nn


class DenoisingAutoencoder(nn.Module):
    def __init__(self, code: int = 12, noise: float = 0.1):
        super().__init__()
        self.noise = noise
        self.encoder = nn.Sequential(nn.Linear(64, 48), nn.SiLU(), nn.Linear(48, code))
        self.decoder = nn.Sequential(nn.Linear(code, 48), nn.SiLU(), nn.Linear(48, 64))

    def forward(self, x):
        if self.training:
            x = x + self.noise * torch.randn_like(x)
        return self.decoder(self.encoder(x))


def error_per_image(net, x):
    net.eval()
    with torch.no_grad():
        return F.mse_loss(net(x), x, reduction="none").mean(dim=1).numpy()


torch.manual_seed(21)
torch.set_num_threads(2)
rng = np.random.default_rng(21)

pixels, digit = load_digits(return_X_y=True)
pixels = torch.tensor(pixels / 16.0, dtype=torch.float32)
normal = rng.permutation(np.flatnonzero(digit <= 4))
novel = np.flatnonzero(digit >= 5)

n = len(normal)
fit_rows, val_rows, test_rows = np.split(normal, [int(0.6 * n), int(0.8 * n)])
x_fit, x_val = pixels[fit_rows], pixels[val_rows]
x_normal, x_novel = pixels[test_rows], pixels[novel]
print(f"fit {len(x_fit)}  val {len(x_val)}  test normal {len(x_normal)}  test novel {len(x_novel)}")

net = DenoisingAutoencoder()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
best_val, best_state, waited = np.inf, None, 0

for epoch in range(200):
    net.train()
    for rows in torch.randperm(len(x_fit)).split(32):
        clean = x_fit[rows]
        loss = F.mse_loss(net(clean), clean)      # the noise is added inside, the target is clean
        opt.zero_grad()
        loss.backward()
        opt.step()

    val = error_per_image(net, x_val).mean()
    if epoch % 20 == 0:
        print(f"epoch {epoch:3d}  val mse {val:.5f}")
    if val < best_val - 1e-5:
        best_val, waited = val, 0
        best_state = {k: v.clone() for k, v in net.state_dict().items()}
    else:
        waited += 1
        if waited == 15:
            print("stopped at epoch", epoch)
            break

net.load_state_dict(best_state)
threshold = np.quantile(error_per_image(net, x_val), 0.95)

err_normal = error_per_image(net, x_normal)
err_novel = error_per_image(net, x_novel)
mean_image = x_fit.mean(dim=0)
result = {
    "test_mse_normal": float(err_normal.mean()),
    "test_mse_of_the_mean_image": float(((x_normal - mean_image) ** 2).mean()),
    "auroc": float(roc_auc_score(
        np.r_[np.zeros(len(err_normal)), np.ones(len(err_novel))],
        np.r_[err_normal, err_novel],
    )),
    "false_alarms": float((err_normal > threshold).mean()),
    "novel_found": float((err_novel > threshold).mean()),
}
for key, value in result.items():
    print(f"{key:28s} {value:.4f}")

os.makedirs("out/qd08", exist_ok=True)
with open("out/qd08/result.json", "w") as f:
    json.dump(result, f, indent=1)
