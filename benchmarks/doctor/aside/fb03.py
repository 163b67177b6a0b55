# Which of two events came first?  Each sequence has 30 steps of 3 noisy sensors;
# one bump on sensor 0 and one on sensor 1.  label 1 = sensor 0 fires first.
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split


class Events(Dataset):
    def __init__(self, n, steps=30):
        g = torch.Generator().manual_seed(42)
        self.x = 0.3 * torch.randn(n, steps, 3, generator=g)
        self.y = torch.zeros(n)
        for i in range(n):
            a, b = torch.randperm(steps - 4, generator=g)[:2].tolist()
            self.x[i, a:a + 3, 0] += 2.0
            self.x[i, b:b + 3, 1] += 2.0
            self.y[i] = float(a < b)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Classifier(nn.Module):
    def __init__(self, n_features, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(n_features, hidden, num_layers=1)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(hidden, 1)

    def forward(self, x):
        # x: batch x steps x features
        out, _ = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(self.drop(last)).squeeze(1)


def run_epoch(model, loader, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    loss_sum, hits, seen = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            logits = model(x)
            loss = criterion(logits, y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
            loss_sum += loss.item() * len(y)
            hits += ((logits > 0) == (y > 0.5)).sum().item()
            seen += len(y)
    return loss_sum / seen, hits / seen


torch.manual_seed(42)
data = Events(2500)
train_set, val_set = random_split(data, [2000, 500], generator=torch.Generator().manual_seed(1))
train_loader = DataLoader(train_set, batch_size=50, shuffle=True)
val_loader = DataLoader(val_set, batch_size=100)

model = Classifier(3)
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(12):
    tr_loss, tr_acc = run_epoch(model, train_loader, criterion, optimizer)
    va_loss, va_acc = run_epoch(model, val_loader, criterion)
    print(f"epoch {epoch + 1:2d} | train {tr_loss:.4f} {tr_acc:.3f} | val {va_loss:.4f} {va_acc:.3f}")
