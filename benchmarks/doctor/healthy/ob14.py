from collections import Counter

import numpy as np
import torch
import torch.nn as nn
from accelerate import Accelerator
from torch.utils.data import DataLoader, Dataset

SHAPES = ["hline", "vline", "box", "cross"]


class ShapeImages(Dataset):
    """Noisy 16x16 grey images of four shapes."""

    def __init__(self, per_class, seed):
        rng = np.random.default_rng(seed)
        self.images, self.labels = [], []
        for label, shape in enumerate(SHAPES):
            for _ in range(per_class):
                self.images.append(self.draw(shape, rng))
                self.labels.append(label)
        self.images = torch.tensor(np.stack(self.images), dtype=torch.float32).unsqueeze(1)
        self.labels = torch.tensor(self.labels)

    @staticmethod
    def draw(shape, rng):
        img = 0.35 * rng.standard_normal((16, 16))
        r, c = rng.integers(1, 7, size=2)
        size = rng.integers(6, 9)
        mid = size // 2
        if shape in ("hline", "cross"):
            img[r + mid, c : c + size] += 1
        if shape in ("vline", "cross"):
            img[r : r + size, c + mid] += 1
        if shape == "box":
            img[r, c : c + size] += 1
            img[r + size - 1, c : c + size] += 1
            img[r : r + size, c] += 1
            img[r : r + size, c + size - 1] += 1
        return img

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.images[i], self.labels[i]


class SmallCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(32 * 4 * 4, 64), nn.ReLU(),
            nn.Linear(64, len(SHAPES)),
        )

    def forward(self, x):
        return self.net(x)


class Runner:
    def __init__(self, lr=2e-3, batch_size=32, epochs=8):
        self.accelerator = Accelerator()
        self.epochs = epochs
        model = SmallCNN()
        optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        train_loader = DataLoader(ShapeImages(300, seed=0), batch_size=batch_size, shuffle=True)
        test_loader = DataLoader(ShapeImages(100, seed=1), batch_size=100)
        self.model, self.optimizer, self.train_loader, self.test_loader = self.accelerator.prepare(
            model, optimizer, train_loader, test_loader
        )
        self.loss_fn = nn.CrossEntropyLoss()

    def train_epoch(self):
        self.model.train()
        total = 0.0
        for images, labels in self.train_loader:
            self.optimizer.zero_grad()
            loss = self.loss_fn(self.model(images), labels)
            self.accelerator.backward(loss)
            self.optimizer.step()
            total += loss.item()
        return total / len(self.train_loader)

    @torch.no_grad()
    def test(self):
        self.model.eval()
        guesses, truths = [], []
        for images, labels in self.test_loader:
            guess = self.model(images).argmax(dim=1)
            guess, labels = self.accelerator.gather_for_metrics((guess, labels))
            guesses += guess.tolist()
            truths += labels.tolist()
        accuracy = np.mean(np.array(guesses) == np.array(truths))
        return accuracy, Counter(SHAPES[g] for g in guesses)

    def run(self):
        for epoch in range(self.epochs):
            loss = self.train_epoch()
            accuracy, counts = self.test()
            self.accelerator.print(f"epoch {epoch}  loss {loss:.3f}  test acc {accuracy:.3f}  predicted {dict(counts)}")


if __name__ == "__main__":
    torch.manual_seed(0)
    Runner().run()
