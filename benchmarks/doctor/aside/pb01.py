"""Which of three generators made the sequence? LSTM classifier."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rng = np.random.default_rng(0)

SEQ_LEN, N_FEATURES, N_CLASSES = 30, 4, 3


def make_data(n):
    y = rng.integers(0, N_CLASSES, size=n)
    freq = np.array([0.15, 0.30, 0.55])[y]
    t = np.arange(SEQ_LEN)
    phase = rng.uniform(0, 2 * np.pi, size=(n, N_FEATURES))
    x = np.sin(freq[:, None, None] * t[None, :, None] + phase[:, None, :])
    x += rng.normal(0, 0.3, size=x.shape)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


class SequenceClassifier(nn.Module):
    def __init__(self, n_features, hidden_size, n_classes):
        super().__init__()
        self.lstm = nn.LSTM(input_size=n_features, hidden_size=hidden_size, num_layers=1)
        self.fc = nn.Linear(hidden_size, n_classes)

    def forward(self, x):
        out, (h_n, c_n) = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(last)


x_train, y_train = make_data(1500)
x_test, y_test = make_data(500)
train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=50, shuffle=True)
test_loader = DataLoader(TensorDataset(x_test, y_test), batch_size=50)

model = SequenceClassifier(N_FEATURES, 32, N_CLASSES)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(10):
    model.train()
    total_loss = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        total_loss += loss.item() * len(xb)

    model.eval()
    correct = 0
    with torch.no_grad():
        for xb, yb in test_loader:
            correct += (model(xb).argmax(dim=1) == yb).sum().item()
    print(f"epoch {epoch + 1:2d}  loss {total_loss / len(x_train):.4f}  test acc {correct / len(x_test):.3f}")
