"""CNN for small gray images, early stopping on validation accuracy."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, Dataset, Subset


class Digits(Dataset):
    def __init__(self):
        bunch = load_digits()
        self.images = torch.from_numpy(bunch.images).float().div(16).unsqueeze(1)
        self.labels = torch.from_numpy(bunch.target).long()

    def __len__(self):
        return self.labels.numel()

    def __getitem__(self, idx):
        return self.images[idx], self.labels[idx]


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.fc1 = nn.Linear(32 * 4 * 4, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.dropout(x, p=0.6)
        return self.fc2(x)


class Trainer:
    def __init__(self, model, train_loader, val_loader, lr=1e-3, patience=4):
        self.model = model
        self.train_loader = train_loader
        self.val_loader = val_loader
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.patience = patience

    def train_epoch(self):
        self.model.train()
        for images, labels in self.train_loader:
            loss = F.cross_entropy(self.model(images), labels)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    @torch.no_grad()
    def accuracy(self, loader):
        self.model.eval()
        correct = 0
        for images, labels in loader:
            correct += (self.model(images).argmax(dim=1) == labels).sum().item()
        return correct / len(loader.dataset)

    def fit(self, max_epochs):
        best, best_state, waited = 0.0, None, 0
        for epoch in range(max_epochs):
            self.train_epoch()
            acc = self.accuracy(self.val_loader)
            print(f"epoch {epoch:2d}: val accuracy {acc:.4f}")
            if acc > best:
                best, best_state, waited = acc, copy.deepcopy(self.model.state_dict()), 0
            else:
                waited += 1
                if waited >= self.patience:
                    break
        self.model.load_state_dict(best_state)
        return best


def main():
    torch.manual_seed(8)
    data = Digits()
    order = torch.randperm(len(data)).tolist()
    train, val, test = order[:1200], order[1200:1500], order[1500:]
    train_loader = DataLoader(Subset(data, train), batch_size=32, shuffle=True)
    val_loader = DataLoader(Subset(data, val), batch_size=100)
    test_loader = DataLoader(Subset(data, test), batch_size=100)

    trainer = Trainer(ConvNet(), train_loader, val_loader)
    trainer.fit(max_epochs=20)
    print(f"test accuracy: {trainer.accuracy(test_loader):.4f}")


if __name__ == "__main__":
    main()
