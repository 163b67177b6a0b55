# Wine cultivars: train a small net, save it, load it in the "serving" part, predict.
from pathlib import Path

import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch import nn

OUT = Path("out/fb10")
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Standardise(nn.Module):
    """Keeps the mean and the spread of the training rows next to the weights."""

    def __init__(self, x):
        super().__init__()
        self.register_buffer("mean", x.mean(dim=0))
        self.register_buffer("std", x.std(dim=0))

    def forward(self, x):
        return (x - self.mean) / self.std


class WineNet(nn.Module):
    def __init__(self, x_train, n_classes):
        super().__init__()
        self.scale = Standardise(x_train)
        self.fc1 = nn.Linear(x_train.shape[1], 24)
        self.fc2 = nn.Linear(24, n_classes)
        self.dropout = nn.Dropout(0.2)

    def forward(self, x):
        x = torch.relu(self.fc1(self.scale(x)))
        return self.fc2(self.dropout(x))


def get_data():
    wine = load_wine()
    x = torch.tensor(wine.data, dtype=torch.float32)
    y = torch.tensor(wine.target, dtype=torch.long)
    train, test = train_test_split(range(len(y)), test_size=0.3, stratify=wine.target, random_state=4)
    return x[train], y[train], x[test], y[test]


def train_and_save(x, y, path):
    model = WineNet(x, n_classes=3).to(DEVICE)
    x, y = x.to(DEVICE), y.to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss()
    model.train()
    for step in range(150):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    print(f"final training loss {loss.item():.4f}")
    torch.save(model, path)


def serve(path, x):
    model = torch.load(path, map_location=DEVICE)
    model.eval()
    with torch.no_grad():
        return model(x.to(DEVICE)).argmax(dim=1).cpu()


if __name__ == "__main__":
    torch.manual_seed(4)
    OUT.mkdir(parents=True, exist_ok=True)
    x_train, y_train, x_test, y_test = get_data()
    train_and_save(x_train, y_train, OUT / "wine.pt")
    predicted = serve(OUT / "wine.pt", x_test)
    print(f"test accuracy {(predicted == y_test).float().mean().item():.3f}")
