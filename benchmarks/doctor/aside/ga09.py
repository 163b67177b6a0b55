# %% imports
import math

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)
torch.set_num_threads(2)

# %% data: noisy waves, the class is the frequency, phase is random
N_CLASSES = 3
FREQS = torch.tensor([1.0, 2.0, 4.0])
SEQ_LEN = 50


def waves(n, gen):
    label = torch.randint(0, N_CLASSES, (n,), generator=gen)
    phase = 2 * math.pi * torch.rand(n, 1, generator=gen)
    t = torch.linspace(0, 1, SEQ_LEN).unsqueeze(0)
    x = torch.sin(2 * math.pi * FREQS[label].unsqueeze(1) * t + phase)
    x = x + 0.1 * torch.randn(n, SEQ_LEN, generator=gen)
    return x.unsqueeze(-1), label


gen = torch.Generator().manual_seed(0)
x_train, y_train = waves(1500, gen)
x_val, y_val = waves(400, gen)
print(x_train.shape, y_train.shape)

train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=50, shuffle=True)
val_loader = DataLoader(TensorDataset(x_val, y_val), batch_size=50)


# %% model
class WaveClassifier(nn.Module):
    def __init__(self, input_size=1, hidden_size=48, num_layers=1):
        super().__init__()
        self.lstm = nn.LSTM(input_size, hidden_size, num_layers)
        self.fc = nn.Linear(hidden_size, N_CLASSES)

    def forward(self, x):
        # x: (batch, seq, feature)
        out, _ = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(last)


model = WaveClassifier()
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

# %% training
for epoch in range(15):
    model.train()
    epoch_loss = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        epoch_loss += loss.item() * xb.size(0)
    epoch_loss /= len(train_loader.dataset)

    model.eval()
    correct = 0
    with torch.no_grad():
        for xb, yb in val_loader:
            correct += (model(xb).argmax(1) == yb).sum().item()
    print(f"epoch {epoch + 1:2d}  loss {epoch_loss:.4f}  val acc {correct / len(y_val):.3f}")
