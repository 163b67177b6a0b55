"""bfloat16 autocast on the CPU, fp32 master weights, EMA of the weights for the final model."""
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 20
OUT = "out/hf15"


def autocast():
    # bf16 has the exponent range of fp32, so there is no loss scaling here
    return torch.autocast(device_type="cpu", dtype=torch.bfloat16)


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        return x + self.drop(self.down(F.gelu(self.up(x))))


def get_loaders(seed):
    X, y = load_digits(return_X_y=True)
    X = X / 16.0
    X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=seed)
    X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=seed)
    sets = [
        TensorDataset(torch.tensor(a, dtype=torch.float32), torch.tensor(b))
        for a, b in ((X_tr, y_tr), (X_va, y_va), (X_te, y_te))
    ]
    return [DataLoader(s, batch_size=64, shuffle=(k == 0)) for k, s in enumerate(sets)]


@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    loss, hits = 0.0, 0
    for xb, yb in loader:
        with autocast():
            logits = net(xb)
        logits = logits.float()
        loss += F.cross_entropy(logits, yb, reduction="sum").item()
        hits += (logits.argmax(1) == yb).sum().item()
    return loss / len(loader.dataset), hits / len(loader.dataset)


def main():
    torch.manual_seed(4)
    train, val, test = get_loaders(4)
    net = nn.Sequential(nn.Linear(64, 64), Residual(64), Residual(64), nn.Linear(64, 10))
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=3e-3, epochs=EPOCHS, steps_per_epoch=len(train)
    )

    for epoch in range(1, EPOCHS + 1):
        net.train()
        for xb, yb in train:
            optimizer.zero_grad()
            with autocast():
                logits = net(xb)
            loss = F.cross_entropy(logits.float(), yb)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            ema.update_parameters(net)
        if epoch % 4 == 0:
            print("epoch %2d  raw loss %.4f acc %.3f" % (epoch, *evaluate(net, val)), end="  |  ")
            print("ema loss %.4f acc %.3f" % evaluate(ema, val))

    print("test (ema): loss %.4f acc %.3f" % evaluate(ema, test))
    os.makedirs(OUT, exist_ok=True)
    torch.save(ema.module.state_dict(), os.path.join(OUT, "ema.pt"))


if __name__ == "__main__":
    main()
