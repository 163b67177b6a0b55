"""Three noisy spirals, an EMA copy of the weights and a one-cycle schedule."""
import math

import torch
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(8)


def spirals(n_per_arm, noise=0.08):
    t = torch.rand(n_per_arm) * 3 * math.pi + 0.5
    arms = []
    for k in range(3):
        a = t + 2 * math.pi * k / 3
        arms.append(torch.stack([t * a.cos(), t * a.sin()], 1) / (3 * math.pi))
    x = torch.cat(arms)
    return x + noise * torch.randn_like(x) * 0.5, torch.arange(3).repeat_interleave(n_per_arm)


class ResBlock(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.net = nn.Sequential(nn.LayerNorm(d), nn.Linear(d, d), nn.GELU(), nn.Linear(d, d))

    def forward(self, x):
        return x + self.net(x)


def fit(epochs=40, batch_size=128):
    train = TensorDataset(*spirals(800))
    xv, yv = spirals(200)
    loader = DataLoader(train, batch_size=batch_size, shuffle=True, drop_last=True)

    model = nn.Sequential(nn.Linear(2, 64), ResBlock(64), ResBlock(64), nn.LayerNorm(64), nn.Linear(64, 3))
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.99))
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    sched = OneCycleLR(opt, max_lr=5e-3, epochs=epochs, steps_per_epoch=len(loader))
    criterion = nn.CrossEntropyLoss(label_smoothing=0.05)

    def acc(net):
        net.eval()
        with torch.inference_mode():
            return (net(xv).argmax(-1) == yv).float().mean().item()

    for epoch in range(epochs):
        model.train()
        for x, y in loader:
            loss = criterion(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            ema.update_parameters(model)
        if (epoch + 1) % 5 == 0:
            print(f"epoch {epoch + 1:3d}  weights {acc(model):.3f}  ema {acc(ema):.3f}  lr {sched.get_last_lr()[0]:.1e}")


if __name__ == "__main__":
    fit()
