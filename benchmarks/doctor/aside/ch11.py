"""Deep ensemble: does averaging five small nets help, and how sure are they?"""
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 42
MEMBERS = 5
EPOCHS = 30


def get_data():
    X, y = make_classification(
        n_samples=1500, n_features=20, n_informative=8, n_classes=3,
        n_clusters_per_class=2, flip_y=0.1, random_state=SEED)
    X_tr, X_te, y_tr, y_te = train_test_split(
        X, y, test_size=0.4, stratify=y, random_state=SEED)
    sc = StandardScaler().fit(X_tr)
    as_x = lambda a: torch.tensor(sc.transform(a), dtype=torch.float32)
    return as_x(X_tr), torch.tensor(y_tr), as_x(X_te), torch.tensor(y_te)


class Member(nn.Module):
    def __init__(self, n_in, n_out, width=64):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, width), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, n_out),
        )

    def forward(self, x):
        return self.layers(x)


def train_member(number, X, y):
    torch.manual_seed(SEED)  # reproducible runs
    np.random.seed(SEED)
    loader = DataLoader(TensorDataset(X, y), batch_size=64, shuffle=True)
    net = Member(X.shape[1], 3)
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    loss_fn = nn.CrossEntropyLoss()
    net.train()
    for _ in range(EPOCHS):
        for xb, yb in loader:
            optimizer.zero_grad()
            loss_fn(net(xb), yb).backward()
            optimizer.step()
    print(f"member {number} trained")
    return net.eval()


@torch.no_grad()
def probabilities(net, X):
    return net(X).softmax(dim=1)


X_tr, y_tr, X_te, y_te = get_data()
nets = [train_member(i, X_tr, y_tr) for i in range(MEMBERS)]

probs = torch.stack([probabilities(n, X_te) for n in nets])       # members, rows, classes
single = [(p.argmax(1) == y_te).float().mean().item() for p in probs]
mean_probs = probs.mean(dim=0)
ensemble = (mean_probs.argmax(1) == y_te).float().mean().item()
disagreement = probs.std(dim=0).mean().item()

print("members     ", " ".join(f"{a:.4f}" for a in single))
print(f"mean of them {np.mean(single):.4f} +- {np.std(single):.4f}")
print(f"ensemble     {ensemble:.4f}")
print(f"uncertainty (std over members) {disagreement:.5f}")
