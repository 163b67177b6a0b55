import copy
import os
from dataclasses import dataclass, field

import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    cycles: int = 5
    epochs_per_cycle: int = 8
    lr: float = 0.1
    batch_size: int = 64
    hidden: int = 64
    seed: int = 21
    out: str = "out/hf06"


@dataclass
class SnapshotEnsemble:
    """M models for the price of one: keep the weights at the end of each cosine cycle."""

    template: nn.Module
    members: list = field(default_factory=list)

    def collect(self, net):
        self.members.append(net.state_dict())

    @torch.no_grad()
    def predict(self, x):
        net = copy.deepcopy(self.template)
        net.eval()
        probs = []
        for weights in self.members:
            net.load_state_dict(weights)
            probs.append(net(x).softmax(dim=1))
        return torch.stack(probs)


def get_data(cfg):
    X, y = make_classification(
        n_samples=3000, n_features=20, n_informative=10, n_classes=4,
        n_clusters_per_class=2, flip_y=0.05, random_state=cfg.seed,
    )
    X = torch.tensor(X, dtype=torch.float32)
    y = torch.tensor(y)
    tr, te = train_test_split(range(len(y)), test_size=0.3, stratify=y.numpy(), random_state=cfg.seed)
    mean, std = X[tr].mean(0), X[tr].std(0)
    X = (X - mean) / std
    return TensorDataset(X[tr], y[tr]), (X[te], y[te])


def main(cfg):
    torch.manual_seed(cfg.seed)
    train_set, (X_te, y_te) = get_data(cfg)
    loader = DataLoader(train_set, batch_size=cfg.batch_size, shuffle=True)

    net = nn.Sequential(
        nn.Linear(20, cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, 4)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=cfg.lr, momentum=0.9, weight_decay=1e-4)
    scheduler = CosineAnnealingWarmRestarts(optimizer, T_0=cfg.epochs_per_cycle * len(loader))
    criterion = nn.CrossEntropyLoss()
    ensemble = SnapshotEnsemble(template=net)

    for cycle in range(cfg.cycles):
        net.train()
        for _ in range(cfg.epochs_per_cycle):
            for xb, yb in loader:
                optimizer.zero_grad()
                loss = criterion(net(xb), yb)
                loss.backward()
                optimizer.step()
                scheduler.step()
        ensemble.collect(net)
        net.eval()
        with torch.no_grad():
            acc = (net(X_te).argmax(1) == y_te).float().mean().item()
        print(f"cycle {cycle + 1}: last batch loss {loss.item():.4f}, single accuracy {acc:.4f}")

    probs = ensemble.predict(X_te)
    each = (probs.argmax(-1) == y_te).float().mean(dim=1)
    print("members :", [f"{a:.4f}" for a in each.tolist()])
    print(f"ensemble: {(probs.mean(0).argmax(-1) == y_te).float().mean().item():.4f}")

    os.makedirs(cfg.out, exist_ok=True)
    torch.save(ensemble.members, os.path.join(cfg.out, "members.pt"))


if __name__ == "__main__":
    main(Config())
