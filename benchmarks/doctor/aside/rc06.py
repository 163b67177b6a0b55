import torch
import torch.nn as nn
from sklearn.datasets import make_moons
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(0)

X, y = make_moons(n_samples=1200, noise=0.15, random_state=0)
dataset = TensorDataset(torch.tensor(X, dtype=torch.float), torch.tensor(y, dtype=torch.float))
train_set, val_set = random_split(dataset, [900, 300])
train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
val_loader = DataLoader(val_set, batch_size=100)


class BinaryClassifier(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.fc1 = nn.Linear(2, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self.fc3 = nn.Linear(hidden, 1)
        self.act = nn.ReLU()

    def forward(self, x):
        x = self.act(self.fc1(x))
        x = self.act(self.fc2(x))
        return torch.sigmoid(self.fc3(x))


model = BinaryClassifier()
criterion = nn.BCELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)


def run_epoch(loader, train):
    model.train(train)
    total_loss, correct, seen = 0.0, 0, 0
    for inputs, labels in loader:
        with torch.set_grad_enabled(train):
            outputs = model(inputs)
            loss = criterion(outputs, labels.unsqueeze(1))
            if train:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        _, predicted = torch.max(outputs, 1)
        correct += (predicted == labels).sum().item()
        total_loss += loss.item() * inputs.size(0)
        seen += inputs.size(0)
    return total_loss / seen, 100.0 * correct / seen


for epoch in range(1, 16):
    train_loss, train_acc = run_epoch(train_loader, True)
    val_loss, val_acc = run_epoch(val_loader, False)
    print(f"Epoch {epoch:02d} | train loss {train_loss:.4f} acc {train_acc:.2f}% | val loss {val_loss:.4f} acc {val_acc:.2f}%")
