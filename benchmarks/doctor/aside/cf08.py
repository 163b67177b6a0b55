"""Fraud detection on a skewed table: 4 % positives, so the batches are balanced with a sampler."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(0)


class FraudNet(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_features, 64), nn.ReLU(),
            nn.Linear(64, 32), nn.ReLU(),
            nn.Linear(32, 2),
        )

    def forward(self, x):
        return self.body(x)


def load():
    X, y = make_classification(n_samples=8000, n_features=20, n_informative=8, n_redundant=4,
                               weights=[0.96, 0.04], class_sep=1.5, flip_y=0.0, random_state=4)
    Xa, Xb, ya, yb = train_test_split(X, y, test_size=0.25, stratify=y, random_state=4)
    sc = StandardScaler().fit(Xa)
    to = lambda X, y: TensorDataset(torch.tensor(sc.transform(X), dtype=torch.float32),
                                    torch.tensor(y, dtype=torch.long))
    return to(Xa, ya), to(Xb, yb), ya


def balanced_loader(dataset, labels, batch_size):
    counts = np.bincount(labels)
    class_weights = torch.tensor(1.0 / counts, dtype=torch.double)
    print("class counts", counts.tolist(), "weights", class_weights.tolist())
    sampler = WeightedRandomSampler(class_weights, num_samples=len(dataset), replacement=True)
    return DataLoader(dataset, batch_size=batch_size, sampler=sampler)


def evaluate(model, loader):
    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for x, y in loader:
            preds.append(model(x).argmax(1))
            golds.append(y)
    preds, golds = torch.cat(preds), torch.cat(golds)
    return balanced_accuracy_score(golds, preds), f1_score(golds, preds, zero_division=0)


def main(epochs=8, batch_size=128):
    train, test, y_train = load()
    train_loader = balanced_loader(train, y_train, batch_size)
    test_loader = DataLoader(test, batch_size=512)

    model = FraudNet(20)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(epochs):
        model.train()
        running = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(y)
        bal, f1 = evaluate(model, test_loader)
        print(f"epoch {epoch}: train loss {running / len(train):.5f}  balanced acc {bal:.3f}  f1 {f1:.3f}")


if __name__ == "__main__":
    main()
