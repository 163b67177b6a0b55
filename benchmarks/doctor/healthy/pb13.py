"""Train a small CNN on the digits, keep the weights, and use them on single images as the web service does."""
import os
import tempfile

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


class DigitCNN(nn.Module):
    def __init__(self, num_classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, kernel_size=3, padding=1),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, kernel_size=3, padding=1),
            nn.BatchNorm2d(32),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(32, 64, kernel_size=3, padding=1),
            nn.BatchNorm2d(64),
            nn.ReLU(),
        )
        self.classifier = nn.Sequential(nn.Flatten(), nn.Dropout(0.5), nn.Linear(64 * 2 * 2, num_classes))

    def forward(self, x):
        return self.classifier(self.features(x))


def train(model, train_set, val_set, epochs=8):
    loader = DataLoader(train_set, batch_size=32, shuffle=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        for images, labels in loader:
            loss = loss_fn(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            images, labels = next(iter(DataLoader(val_set, batch_size=len(val_set))))
            acc = (model(images).argmax(1) == labels).float().mean().item()
        print(f"epoch {epoch + 1}: last batch loss {loss.item():.4f}, val accuracy {acc:.4f}")


def load_model(path):
    model = DigitCNN()
    model.load_state_dict(torch.load(path, map_location="cpu"))
    model.eval()
    return model


@torch.no_grad()
def predict(model, image):
    return model(image.unsqueeze(0)).argmax(dim=1).item()


if __name__ == "__main__":
    torch.manual_seed(0)
    digits = load_digits()
    images = torch.tensor(digits.images / 16.0, dtype=torch.float32).unsqueeze(1)
    labels = torch.tensor(digits.target)
    train_set, val_set = random_split(TensorDataset(images, labels), [1500, len(labels) - 1500])

    model = DigitCNN()
    train(model, train_set, val_set)

    path = os.path.join(tempfile.mkdtemp(), "digit_cnn.pt")
    torch.save(model.state_dict(), path)

    restored = load_model(path)
    hits = sum(predict(restored, image) == label.item() for image, label in val_set)
    print(f"after loading: {hits} of {len(val_set)} correct ({hits / len(val_set):.4f})")
