import os

import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

SAVE_DIR = "out/ab06"
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class DigitNet(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1),
            nn.ReLU(),
        )
        self.classifier = nn.Sequential(nn.Flatten(), nn.Linear(32 * 4 * 4, 64), nn.ReLU(), nn.Linear(64, n_classes))

    def forward(self, x):
        return self.classifier(self.features(x))


def get_data():
    digits = load_digits()
    images = torch.tensor(digits.images / 16.0, dtype=torch.float32).unsqueeze(1)
    labels = torch.tensor(digits.target)
    idx_train, idx_test = train_test_split(range(len(labels)), test_size=0.25, random_state=0, stratify=digits.target)
    return TensorDataset(images[idx_train], labels[idx_train]), TensorDataset(images[idx_test], labels[idx_test])


def accuracy(model, dataset):
    model.eval()
    n = 0
    with torch.no_grad():
        for x, y in DataLoader(dataset, batch_size=128):
            n += (model(x.to(device)).argmax(1).cpu() == y).sum().item()
    return n / len(dataset)


def train(train_set, test_set):
    model = nn.DataParallel(DigitNet()).to(device)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    best = 0.0
    for epoch in range(6):
        model.train()
        for x, y in DataLoader(train_set, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            loss = criterion(model(x.to(device)), y.to(device))
            loss.backward()
            optimizer.step()
        acc = accuracy(model, test_set)
        print(f"epoch {epoch}: test accuracy {acc:.4f}")
        if acc > best:
            best = acc
            torch.save(model.state_dict(), os.path.join(SAVE_DIR, "best.pt"))


def main():
    torch.manual_seed(0)
    os.makedirs(SAVE_DIR, exist_ok=True)
    train_set, test_set = get_data()
    train(train_set, test_set)

    model = DigitNet().to(device)
    model.load_state_dict(torch.load(os.path.join(SAVE_DIR, "best.pt"), map_location=device))
    print("accuracy of the saved model:", accuracy(model, test_set))


if __name__ == "__main__":
    main()
