"""Which cultivar? A residual MLP on sklearn's wine data, five folds."""
import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from torch import nn
from torch.nn import functional as F


class ResidualBlock(nn.Module):
    def __init__(self, width, p):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)
        self.p = p

    def forward(self, x):
        h = F.gelu(self.up(self.norm(x)))
        h = F.dropout(h, self.p)
        return x + self.down(h)


class WineNet(nn.Module):
    def __init__(self, n_features, n_classes, width=32, depth=3, p=0.5):
        super().__init__()
        self.stem = nn.Linear(n_features, width)
        self.blocks = nn.ModuleList([ResidualBlock(width, p) for _ in range(depth)])
        self.out = nn.Linear(width, n_classes)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.out(x)


def fit(model, x, y, epochs=60, batch=16, lr=2e-3):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-2)
    model.train()
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(batch):
            loss = F.cross_entropy(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return model


def score(model, x, y):
    model.eval()
    with torch.inference_mode():
        logits = model(x)
    return (logits.argmax(1) == y).float().mean().item(), F.cross_entropy(logits, y).item()


def main():
    torch.manual_seed(8)
    features, target = load_wine(return_X_y=True)
    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=8)
    results = []
    for k, (train, held_out) in enumerate(folds.split(features, target), start=1):
        mean, std = features[train].mean(0), features[train].std(0)
        x = torch.tensor((features - mean) / std, dtype=torch.float32)
        y = torch.from_numpy(target).long()

        model = fit(WineNet(x.shape[1], 3), x[train], y[train])
        results.append(score(model, x[held_out], y[held_out]))
        print(f"fold {k}: accuracy {results[-1][0]:.3f}  nll {results[-1][1]:.3f}")

    accuracy, nll = np.mean(results, axis=0)
    print(f"mean of the folds: accuracy {accuracy:.3f}  nll {nll:.3f}")


if __name__ == "__main__":
    main()
