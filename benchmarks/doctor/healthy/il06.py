"""Anomaly detection: an autoencoder that has only seen zeros to eights has to flag the nines and shuffled pixels.

The threshold comes from normal validation rows, the scores from rows that took part in nothing.
"""
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from torch import nn


class DenoisingAE(nn.Module):
    def __init__(self, d_in=64, d_code=10):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d_in, 48), nn.ReLU(), nn.Linear(48, d_code))
        self.decoder = nn.Sequential(nn.Linear(d_code, 48), nn.ReLU(), nn.Linear(48, d_in))

    def forward(self, x, noise=0.0):
        if self.training and noise > 0:
            x = x + noise * torch.randn_like(x)
        return torch.sigmoid(self.decoder(self.encoder(x)))


def split(x, rng, parts=(0.6, 0.2)):
    order = rng.permutation(len(x))
    a, b = int(parts[0] * len(x)), int(sum(parts) * len(x))
    return x[order[:a]], x[order[a:b]], x[order[b:]]


def reconstruction_error(model, x):
    model.eval()
    with torch.no_grad():
        return ((model(x) - x) ** 2).mean(dim=1)


def train(model, x_train, x_val, epochs=150, batch_size=64, lr=2e-3, patience=20):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    best = (float("inf"), None)
    waited = 0
    for epoch in range(epochs):
        model.train()
        for idx in torch.randperm(len(x_train)).split(batch_size):
            clean = x_train[idx]
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(clean, noise=0.1), clean)
            loss.backward()
            optimizer.step()
        val = reconstruction_error(model, x_val).mean().item()
        if val < best[0] - 1e-5:
            best, waited = (val, {k: v.clone() for k, v in model.state_dict().items()}), 0
        else:
            waited += 1
            if waited >= patience:
                print(f"stopped after epoch {epoch}")
                break
        if epoch % 25 == 0:
            print(f"epoch {epoch:3d}  train {loss.item():.4f}  val {val:.4f}")
    model.load_state_dict(best[1])
    return best[0]


def main():
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    x, y = load_digits(return_X_y=True)
    x = torch.from_numpy((x / 16).astype(np.float32))
    normal = x[torch.from_numpy(y != 9)]
    nines = x[torch.from_numpy(y == 9)]

    x_train, x_val, x_test = split(normal, rng)
    model = DenoisingAE()
    best_val = train(model, x_train, x_val)
    baseline = ((x_val - x_train.mean(0)) ** 2).mean().item()
    print(f"val error {best_val:.4f} (mean image: {baseline:.4f})")

    threshold = torch.quantile(reconstruction_error(model, x_val), 0.95).item()
    shuffled = torch.stack([row[torch.randperm(64)] for row in x_test])
    ok = reconstruction_error(model, x_test)
    for name, odd in (("nines", nines), ("shuffled pixels", shuffled)):
        bad = reconstruction_error(model, odd)
        labels = np.r_[np.zeros(len(ok)), np.ones(len(bad))]
        auc = roc_auc_score(labels, torch.cat([ok, bad]).numpy())
        flagged = (bad > threshold).float().mean().item()
        print(f"{name:16s} AUC {auc:.3f}  flagged {flagged:.2f}  false alarms {(ok > threshold).float().mean().item():.2f}")


if __name__ == "__main__":
    main()
