"""Novelty detection: an autoencoder that has only ever seen the digits 0 and 6."""
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from torch import nn, optim

NORMAL = (0, 6)
torch.manual_seed(0)
torch.set_num_threads(2)
rng = np.random.default_rng(0)

X, y = load_digits(return_X_y=True)
X = (X / 16).astype("float32")
normal = rng.permutation(np.flatnonzero(np.isin(y, NORMAL)))
strange = np.flatnonzero(~np.isin(y, NORMAL))

n = len(normal)
train_idx, val_idx, test_idx = np.split(normal, [int(0.6 * n), int(0.8 * n)])
x_train, x_val, x_test, x_strange = (torch.from_numpy(X[i]) for i in (train_idx, val_idx, test_idx, strange))


class AutoEncoder(nn.Module):
    def __init__(self, code=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, code))
        self.decoder = nn.Sequential(nn.Linear(code, 32), nn.ReLU(), nn.Linear(32, 64), nn.Sigmoid())

    def forward(self, x):
        return self.decoder(self.encoder(x))


def errors(net, x):
    """Mean squared error of each picture by itself."""
    net.eval()
    with torch.no_grad():
        return (net(x) - x).pow(2).mean(dim=1)


net = AutoEncoder()
opt = optim.Adam(net.parameters(), lr=3e-3)
best, best_state, waited = float("inf"), None, 0
for epoch in range(300):
    net.train()
    for idx in torch.randperm(len(x_train)).split(32):
        x = x_train[idx]
        x_noisy = x + 0.05 * torch.randn_like(x)      # denoising: the target is the clean picture
        opt.zero_grad()
        nn.functional.mse_loss(net(x_noisy), x).backward()
        opt.step()
    v = errors(net, x_val).mean().item()
    if epoch % 20 == 0:
        print(f"epoch {epoch:3d}: validation error {v:.5f}")
    if v < best:
        best, waited = v, 0
        best_state = {k: t.clone() for k, t in net.state_dict().items()}
    else:
        waited += 1
        if waited >= 25:
            break
net.load_state_dict(best_state)

# alarm above the 95 % quantile of the normal validation pictures
limit = torch.quantile(errors(net, x_val), 0.95)
e_norm, e_strange = errors(net, x_test), errors(net, x_strange)
truth = np.r_[np.zeros(len(e_norm)), np.ones(len(e_strange))]
score = torch.cat([e_norm, e_strange]).numpy()
print(f"limit {limit:.5f}")
print(f"false alarms on unseen normal digits: {(e_norm > limit).float().mean():.3f}")
print(f"strange digits found:                 {(e_strange > limit).float().mean():.3f}")
print(f"AUROC:                                {roc_auc_score(truth, score):.4f}")
