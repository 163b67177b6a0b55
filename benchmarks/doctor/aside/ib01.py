"""Responder / non-responder classification from expression profiles.

Small cohort, many probes. A small MLP on the most informative probes.
"""
import numpy as np
import torch
import torch.nn as nn
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED = 11
N_PATIENTS = 150
N_PROBES = 6000
N_KEEP = 40
EPOCHS = 40


def load_cohort():
    """Stands in for the csv export of the lab: 150 patients, 6000 probes."""
    rng = np.random.default_rng(SEED)
    expr = rng.normal(7.0, 1.5, size=(N_PATIENTS, N_PROBES)).astype("float32")
    response = rng.integers(0, 2, size=N_PATIENTS)
    # three probes carry a bit of signal
    for probe in (17, 1804, 4411):
        expr[:, probe] += 0.5 * response
    return expr, response


class ProbeNet(nn.Module):
    def __init__(self, n_in, n_hidden=32, p=0.3):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, n_hidden),
            nn.ReLU(),
            nn.Dropout(p),
            nn.Linear(n_hidden, 2),
        )

    def forward(self, x):
        return self.net(x)


def accuracy(model, loader):
    model.eval()
    hits, total = 0, 0
    with torch.no_grad():
        for xb, yb in loader:
            hits += (model(xb).argmax(dim=1) == yb).sum().item()
            total += len(yb)
    return hits / total


def main():
    torch.manual_seed(SEED)
    expr, response = load_cohort()

    # 6000 probes are far too many for 150 patients
    selector = SelectKBest(f_classif, k=N_KEEP)
    expr = selector.fit_transform(expr, response)

    x_train, x_test, y_train, y_test = train_test_split(
        expr, response, test_size=0.33, stratify=response, random_state=SEED
    )
    scaler = StandardScaler().fit(x_train)
    x_train = torch.tensor(scaler.transform(x_train), dtype=torch.float32)
    x_test = torch.tensor(scaler.transform(x_test), dtype=torch.float32)
    y_train = torch.tensor(y_train, dtype=torch.long)
    y_test = torch.tensor(y_test, dtype=torch.long)

    train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=16, shuffle=True)
    test_loader = DataLoader(TensorDataset(x_test, y_test), batch_size=64)

    model = ProbeNet(N_KEEP)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-2)

    for epoch in range(1, EPOCHS + 1):
        model.train()
        running = 0.0
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(yb)
        if epoch % 10 == 0:
            print(f"epoch {epoch:3d}  train loss {running / len(y_train):.4f}")

    print(f"accuracy on {len(y_test)} held-out patients: {accuracy(model, test_loader):.3f}")


if __name__ == "__main__":
    main()
