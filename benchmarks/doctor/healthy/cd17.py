"""One-step-ahead forecast of an hourly load with a stateful LSTM (truncated backpropagation through time)."""
import copy

import numpy as np
import torch
from torch import nn


def load_series(n=4000, seed=0):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.7 * noise[i - 1] + 0.07 * rng.normal()
    return 20 + 3 * (np.sin(2 * np.pi * t / 24) + 0.5 * np.sin(2 * np.pi * t / 168) + noise)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden)                # time comes first: (time, streams, 1)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        out, state = self.lstm(x, state)
        return x + self.head(out), state              # the head gives the change


class LoadModel:
    STREAMS, CHUNK, EPOCHS, MAX_LR = 10, 40, 60, 1e-2

    def __init__(self, series):
        a, b = int(0.7 * len(series)), int(0.85 * len(series))
        self.mean, self.std = series[:a].mean(), series[:a].std()
        z = torch.tensor((series - self.mean) / self.std, dtype=torch.float32)
        self.train_z, self.upto_valid, self.all = z[:a], z[:b], z
        self.a, self.b = a, b
        self.net = Forecaster()

    def chunks(self):
        length = len(self.train_z) // self.STREAMS
        streams = self.train_z[: length * self.STREAMS].view(self.STREAMS, length).t().unsqueeze(-1)
        x, y = streams[:-1], streams[1:]
        return list(zip(x.split(self.CHUNK), y.split(self.CHUNK)))

    def fit(self):
        chunks = self.chunks()
        opt = torch.optim.Adam(self.net.parameters())
        sched = torch.optim.lr_scheduler.OneCycleLR(
            opt, max_lr=self.MAX_LR, total_steps=self.EPOCHS * len(chunks))
        best, best_weights = float("inf"), None
        for epoch in range(self.EPOCHS):
            self.net.train()
            state = None                              # every epoch starts at the beginning of the streams
            for x, y in chunks:                       # in the order of time
                if state is not None:
                    state = tuple(s.detach() for s in state)
                pred, state = self.net(x, state)
                loss = nn.functional.mse_loss(pred, y)
                opt.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                opt.step()
                sched.step()
            valid = self.mae(self.upto_valid, self.a)
            if valid < best:
                best, best_weights = valid, copy.deepcopy(self.net.state_dict())
            if epoch % 10 == 9:
                print(f"epoch {epoch + 1}: last chunk mse {loss.item():.4f}, valid MAE {valid:.3f}")
        self.net.load_state_dict(best_weights)

    @torch.inference_mode()
    def mae(self, z, first):
        """Mean absolute error of the forecasts of z[first:], each made from everything before it."""
        self.net.eval()
        pred, _ = self.net(z[:-1].view(-1, 1, 1))
        error = pred.flatten()[first - 1:] - z[first:]
        return error.abs().mean().item() * self.std

    def naive_mae(self, z, first):
        return (z[first:] - z[first - 1:-1]).abs().mean().item() * self.std


if __name__ == "__main__":
    torch.manual_seed(0)
    model = LoadModel(load_series())
    model.fit()
    print(f"test MAE {model.mae(model.all, model.b):.3f}  (same as the hour before: "
          f"{model.naive_mae(model.all, model.b):.3f})")
