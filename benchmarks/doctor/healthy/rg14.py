import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from torch.utils.data import DataLoader, TensorDataset


class DenoisingAutoencoder(nn.Module):
    def __init__(self, d=64, code=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 48), nn.ELU(), nn.Linear(48, code))
        self.decoder = nn.Sequential(nn.Linear(code, 48), nn.ELU(), nn.Linear(48, d), nn.Sigmoid())

    def forward(self, x):
        return self.decoder(self.encoder(x))


class AnomalyDetector:
    """Learns the digits it is shown; what it cannot rebuild is an anomaly."""

    def __init__(self, noise=0.1, lr=2e-3, epochs=60, batch_size=32, seed=0):
        torch.manual_seed(seed)
        self.net = DenoisingAutoencoder()
        self.noise, self.lr, self.epochs, self.batch_size = noise, lr, epochs, batch_size

    def fit(self, x):
        loader = DataLoader(TensorDataset(torch.as_tensor(x)), batch_size=self.batch_size, shuffle=True)
        opt = torch.optim.Adam(self.net.parameters(), lr=self.lr)
        mse = nn.MSELoss()
        for epoch in range(self.epochs):
            self.net.train()
            losses = []
            for (clean,) in loader:
                noisy = (clean + self.noise * torch.randn_like(clean)).clamp(0, 1)
                loss = mse(self.net(noisy), clean)
                opt.zero_grad()
                loss.backward()
                opt.step()
                losses.append(loss.item())
            if (epoch + 1) % 10 == 0:
                print(f"epoch {epoch + 1} reconstruction {np.mean(losses):.5f}")
        return self

    @torch.no_grad()
    def score(self, x):
        self.net.eval()
        x = torch.as_tensor(x)
        return (self.net(x) - x).pow(2).mean(1).numpy()


if __name__ == "__main__":
    X, y = load_digits(return_X_y=True)
    X = (X / 16).astype(np.float32)
    rng = np.random.default_rng(0)
    order = rng.permutation(len(X))
    X, y = X[order], y[order]

    normal = np.isin(y, [0, 1, 6])
    X_normal, X_other = X[normal], X[~normal]
    cut = int(0.8 * len(X_normal))
    detector = AnomalyDetector().fit(X_normal[:cut])

    s_normal, s_other = detector.score(X_normal[cut:]), detector.score(X_other)
    auc = roc_auc_score(np.r_[np.zeros(len(s_normal)), np.ones(len(s_other))], np.r_[s_normal, s_other])
    print(f"error, known digits {s_normal.mean():.4f}  other digits {s_other.mean():.4f}")
    print(f"AUC {auc:.4f}")
