import numpy as np
import torch
import torch.nn as nn
from sklearn.preprocessing import MinMaxScaler

torch.manual_seed(3)
np.random.seed(3)

t = np.arange(1320)
series = 20 + 5 * np.sin(t / 9.0) + 3 * np.sin(t / 23.0) + np.random.normal(0, 0.3, len(t))
scaler = MinMaxScaler((-1, 1)).fit(series[:1100, None])
series = torch.tensor(scaler.transform(series[:, None])[:, 0], dtype=torch.float32)
train, test = series[:1101], series[1100:]


class Forecaster(nn.Module):
    """Reads the series one chunk after another and keeps its memory between chunks."""

    def __init__(self, hidden_size=32):
        super().__init__()
        self.hidden_size = hidden_size
        self.lstm = nn.LSTM(1, hidden_size, batch_first=True)
        self.linear = nn.Linear(hidden_size, 1)

    def init_hidden(self):
        return (torch.zeros(1, 1, self.hidden_size), torch.zeros(1, 1, self.hidden_size))

    def forward(self, x, hidden):
        out, hidden = self.lstm(x, hidden)
        return self.linear(out), hidden


def chunks(values, size):
    for start in range(0, len(values) - 1, size):
        stop = min(start + size, len(values) - 1)
        yield values[start:stop].view(1, -1, 1), values[start + 1:stop + 1].view(1, -1, 1)


model = Forecaster()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.005)

for epoch in range(25):
    model.train()
    hidden = model.init_hidden()
    losses = []
    for x, target in chunks(train, 50):
        optimizer.zero_grad()
        hidden = tuple(h.detach() for h in hidden)
        output, hidden = model(x, hidden)
        loss = criterion(output, target)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    if epoch % 5 == 4:
        print("epoch", epoch + 1, "mse", round(float(np.mean(losses)), 5))

model.eval()
with torch.no_grad():
    hidden = model.init_hidden()
    _, hidden = model(train[:-1].view(1, -1, 1), hidden)
    output, _ = model(test[:-1].view(1, -1, 1), hidden)
pred = scaler.inverse_transform(output.view(-1, 1).numpy())
true = scaler.inverse_transform(test[1:].view(-1, 1).numpy())
naive = scaler.inverse_transform(test[:-1].view(-1, 1).numpy())
print("test RMSE", np.sqrt(np.mean((pred - true) ** 2)), "last value RMSE", np.sqrt(np.mean((naive - true) ** 2)))
