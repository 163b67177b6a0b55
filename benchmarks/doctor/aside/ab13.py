import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class Trainer:
    def __init__(self, model, train_loader, val_loader, lr=1e-3):
        self.model = model
        self.train_loader = train_loader
        self.val_loader = val_loader
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)

    def train_epoch(self):
        self.model.train()
        running_loss = 0.0
        for inputs, labels in self.train_loader:
            self.optimizer.zero_grad()
            outputs = self.model(inputs)
            loss = self.criterion(outputs, labels)
            loss.backward()
            self.optimizer.step()
            running_loss += loss.item()
        return running_loss / len(self.train_loader)

    def evaluate(self):
        self.model.eval()
        running_loss, correct = 0.0, 0
        with torch.no_grad():
            for inputs, labels in self.val_loader:
                outputs = self.model(inputs)
                running_loss += self.criterion(outputs, labels).item()
                _, predicted = torch.max(outputs, 1)
                correct += (predicted == labels).sum().item()
        val_loss = running_loss / len(self.val_loader)
        val_acc = 100 * correct / len(self.val_loader)
        return val_loss, val_acc

    def fit(self, epochs):
        for epoch in range(epochs):
            train_loss = self.train_epoch()
            val_loss, val_acc = self.evaluate()
            print(f"Epoch {epoch + 1}: train loss {train_loss:.3f}, val loss {val_loss:.3f}, val accuracy {val_acc:.2f}%")


def main():
    torch.manual_seed(4)
    X, y = load_digits(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X / 16.0, y, test_size=0.2, random_state=4, stratify=y)
    make = lambda a, b: TensorDataset(torch.tensor(a, dtype=torch.float32), torch.tensor(b))
    train_loader = DataLoader(make(X_tr, y_tr), batch_size=32, shuffle=True)
    val_loader = DataLoader(make(X_va, y_va), batch_size=32)

    model = nn.Sequential(
        nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.2),
        nn.Linear(128, 64), nn.ReLU(),
        nn.Linear(64, 10),
    )
    Trainer(model, train_loader, val_loader).fit(12)


if __name__ == "__main__":
    main()
