"""Next-value prediction on long signals: a stateful GRU fed window by window, with Accelerate."""
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader, Dataset

STREAMS = 16
WINDOW = 25
N_WINDOWS = 24


class WindowedSignals(Dataset):
    """Item i is window i of all streams, so that neighbouring items continue each other."""

    def __init__(self, seed):
        g = torch.Generator().manual_seed(seed)
        t = torch.arange(WINDOW * N_WINDOWS + 1, dtype=torch.float32)
        freq = 0.15 + 0.25 * torch.rand(STREAMS, 1, generator=g)
        phase = 2 * math.pi * torch.rand(STREAMS, 1, generator=g)
        clean = torch.sin(freq * t + phase) + 0.5 * torch.sin(2.3 * freq * t)
        self.series = clean + 0.05 * torch.randn(clean.shape, generator=g)

    def __len__(self):
        return N_WINDOWS

    def __getitem__(self, i):
        lo = i * WINDOW
        x = self.series[:, lo : lo + WINDOW].unsqueeze(-1)
        y = self.series[:, lo + 1 : lo + WINDOW + 1].unsqueeze(-1)
        return x, y


class Forecaster(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.rnn(x, state)
        return self.out(h), state


def validate(model, loader, loss_fn):
    model.eval()
    state, total = None, 0.0
    with torch.no_grad():
        for x, y in loader:
            pred, state = model(x, state)
            total += loss_fn(pred, y).item()
    return total / len(loader)


def main(epochs=10, lr=5e-3):
    set_seed(9)
    accelerator = Accelerator(cpu=True)
    # windows must come in order: batch_size=None hands over one window of all streams
    train_loader = DataLoader(WindowedSignals(seed=1), batch_size=None, shuffle=False)
    val_loader = DataLoader(WindowedSignals(seed=2), batch_size=None, shuffle=False)

    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    model, optimizer = accelerator.prepare(model, optimizer)
    loss_fn = nn.MSELoss()

    for epoch in range(epochs):
        model.train()
        state = None
        running = 0.0
        for x, y in train_loader:
            x, y = x.to(accelerator.device), y.to(accelerator.device)
            optimizer.zero_grad()
            pred, state = model(x, state)
            loss = loss_fn(pred, y)
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            running += loss.item()
        val = validate(model, val_loader, loss_fn)
        accelerator.print(
            f"epoch {epoch + 1:2d}  train mse {running / len(train_loader):.4f}  val mse {val:.4f}"
        )


if __name__ == "__main__":
    main()
