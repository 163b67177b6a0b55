# sort short sensor recordings into three kinds (slow / medium / fast swing)
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(3)
rng = np.random.default_rng(3)

N, STEPS = 1200, 30
periods = np.array([24.0, 12.0, 6.0])
kind = rng.integers(0, 3, N)
phase = rng.uniform(0, 2 * np.pi, N)
t = np.arange(STEPS)
wave = np.sin(2 * np.pi * t[None, :] / periods[kind][:, None] + phase[:, None])
wave = wave + rng.normal(0, 0.1, wave.shape)

X = torch.from_numpy(wave).float().unsqueeze(-1)   # N x STEPS x 1
Y = torch.from_numpy(kind).long()
print(X.shape, Y.shape, torch.bincount(Y))

full = TensorDataset(X, Y)
train_set, test_set = random_split(full, [1000, 200], generator=torch.Generator().manual_seed(0))
train_loader = DataLoader(train_set, batch_size=40, shuffle=True)
test_loader = DataLoader(test_set, batch_size=40)


class SwingClassifier(nn.Module):
    def __init__(self, n_features=1, hidden=32, layers=1, n_classes=3):
        super().__init__()
        self.lstm = nn.LSTM(input_size=n_features, hidden_size=hidden, num_layers=layers)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(hidden, n_classes)

    def forward(self, x):
        out, (h, c) = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(self.drop(last))


model = SwingClassifier()
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.Adam(model.parameters(), lr=0.01)


def evaluate():
    model.eval()
    correct, loss_sum = 0, 0.0
    with torch.no_grad():
        for xb, yb in test_loader:
            logits = model(xb)
            loss_sum += loss_fn(logits, yb).item() * len(yb)
            correct += (logits.argmax(dim=1) == yb).sum().item()
    return loss_sum / len(test_set), correct / len(test_set)


for epoch in range(1, 21):
    model.train()
    total = 0.0
    for xb, yb in train_loader:
        opt.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        total += loss.item() * len(yb)
    if epoch % 2 == 0:
        vl, va = evaluate()
        print(f"epoch {epoch:3d} | train loss {total / len(train_set):.4f} | test loss {vl:.4f} | test acc {va:.3f}")
