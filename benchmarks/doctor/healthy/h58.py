import numpy as np
import torch
from torch import nn

# 40 sensors measured for 2000 hours. Stateful GRU: we walk along the series in chunks
# (truncated BPTT) and the hidden state is carried from one chunk to the next.
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
rng = np.random.default_rng(0)
torch.manual_seed(0)

N_SENSORS, HOURS, CHUNK = 40, 2000, 50


def simulate():
    t = np.arange(HOURS)
    out = np.zeros((N_SENSORS, HOURS), dtype=np.float32)
    for s in range(N_SENSORS):
        period = rng.uniform(20, 28)
        level = 0.0
        noise = rng.normal(0, 0.15, HOURS)
        for i in range(HOURS):
            level = 0.95 * level + noise[i]
            out[s, i] = np.sin(2 * np.pi * t[i] / period + s) + level
    return out


series = simulate()
mu, sigma = series[:32].mean(), series[:32].std()
series = torch.from_numpy((series - mu) / sigma).unsqueeze(-1)     # sensors x hours x 1
train_x, valid_x = series[:32].to(device), series[32:].to(device)


class Forecaster(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)
        self.state = None

    def reset(self):
        self.state = None

    def forward(self, x):
        y, state = self.gru(x, self.state)
        self.state = state.detach()          # cut the graph here
        return x + self.out(y)               # predict the change


def chunks(x):
    for start in range(0, x.size(1) - CHUNK, CHUNK):
        yield x[:, start:start + CHUNK], x[:, start + 1:start + CHUNK + 1]


model = Forecaster().to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
mse = nn.MSELoss()

naive = mse(valid_x[:, :-1], valid_x[:, 1:]).item() ** 0.5
print(f"naive forecast (last value): RMSE {naive:.3f}")

for epoch in range(10):
    model.train()
    model.reset()
    total, n = 0.0, 0
    for x, y in chunks(train_x):
        loss = mse(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total, n = total + loss.item(), n + 1

    model.eval()
    model.reset()
    v_total, v_n = 0.0, 0
    with torch.no_grad():
        for x, y in chunks(valid_x):
            v_total, v_n = v_total + mse(model(x), y).item(), v_n + 1
    print(f"epoch {epoch}: train RMSE {(total / n) ** 0.5:.3f}  valid RMSE {(v_total / v_n) ** 0.5:.3f}")
