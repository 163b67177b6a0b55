# The adding problem with a curriculum: short sequences first.
# Each step has a number and a mark; the answer is the sum of the two marked numbers.
import torch
from torch import nn

torch.manual_seed(0)


def batch(n, length):
    values = torch.rand(n, length)
    marks = torch.zeros(n, length)
    half = length // 2
    rows = torch.arange(n)
    marks[rows, torch.randint(0, half, (n,))] = 1.0
    marks[rows, torch.randint(half, length, (n,))] = 1.0
    x = torch.stack([values, marks], dim=-1)
    return x, (values * marks).sum(1)


class Adder(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.GRU(2, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        _, h = self.rnn(x)
        return self.out(h[-1]).squeeze(-1)


model = Adder()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.MSELoss()
val = {n: batch(1000, n) for n in (4, 8, 16, 30)}


@torch.no_grad()
def validate(length):
    model.eval()
    x, y = val[length]
    return loss_fn(model(x), y).item()


for length, limit in ((4, 0.004), (8, 0.004), (16, 0.004), (30, 0.003)):
    for step in range(1, 1201):
        model.train()
        x, y = batch(64, length)
        loss = loss_fn(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 50 == 0 and validate(length) < limit:
            break
    print(f"length {length:2d}: {step} steps, " + ", ".join(f"mse({n}) {validate(n):.4f}" for n in val))

x, y = batch(2000, 30)
model.eval()
with torch.no_grad():
    mse = loss_fn(model(x), y).item()
print(f"fresh sequences of length 30: mse {mse:.4f}, always 1.0 gives {((y - 1) ** 2).mean().item():.4f}")
