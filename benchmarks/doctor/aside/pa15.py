import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)
torch.set_num_threads(1)
np.random.seed(0)

# hourly electricity load: a daily and a weekly cycle and noise
hours = np.arange(24 * 7 * 12)
load = 10 + 3 * np.sin(2 * np.pi * hours / 24) + 1.5 * np.sin(2 * np.pi * hours / 168) + 0.3 * np.random.randn(len(hours))
split = int(len(load) * 0.8)
mean, std = load[:split].mean(), load[:split].std()
series = torch.FloatTensor((load - mean) / std)
train_series, test_series = series[:split], series[split:]

WINDOW = 48


class Forecaster(nn.Module):
    def __init__(self, hidden_size=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden_size, batch_first=True)
        self.linear = nn.Linear(hidden_size, 1)

    def forward(self, x, state=None):
        out, state = self.lstm(x, state)
        return self.linear(out), state


net = Forecaster()
loss_function = nn.MSELoss()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)

for epoch in range(15):
    state = None
    losses = []
    for start in range(0, len(train_series) - WINDOW - 1, WINDOW):
        x = train_series[start:start + WINDOW].view(1, WINDOW, 1)
        y = train_series[start + 1:start + WINDOW + 1].view(1, WINDOW, 1)
        optimizer.zero_grad()
        y_hat, state = net(x, state)
        loss = loss_function(y_hat, y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"Epoch {epoch + 1}: {np.mean(losses):.4f}")

with torch.no_grad():
    _, state = net(train_series[:-1].view(1, -1, 1))
    x = torch.cat([train_series[-1:], test_series[:-1]]).view(1, -1, 1)
    forecast, _ = net(x, state)
rmse = ((forecast.flatten() - test_series) ** 2).mean().sqrt().item() * std
naive = ((x.flatten() - test_series) ** 2).mean().sqrt().item() * std
print(f"one-step-ahead RMSE {rmse:.3f} (same as last hour: {naive:.3f})")
