"""Digits read row by row with a GRU. Accelerate with accumulation, warmup + linear decay, clipping."""
import argparse
import math

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from transformers import get_linear_schedule_with_warmup


class RowGRU(nn.Module):
    def __init__(self, hidden=64, classes=10):
        super().__init__()
        self.gru = nn.GRU(8, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(2 * hidden, classes)

    def forward(self, x):
        _, h = self.gru(x)  # h: (2, batch, hidden), whatever batch_first says
        return F.log_softmax(self.head(self.drop(torch.cat([h[0], h[1]], dim=-1))), dim=-1)


def datasets(seed):
    d = load_digits()
    x = torch.tensor(d.images / 16.0, dtype=torch.float32)
    y = torch.tensor(d.target)
    rest, test = train_test_split(range(len(y)), test_size=0.2, random_state=seed, stratify=d.target)
    train, val = train_test_split(rest, test_size=0.2, random_state=seed, stratify=d.target[rest])
    return [TensorDataset(x[i], y[i]) for i in (train, val, test)]


@torch.inference_mode()
def evaluate(accelerator, model, loader):
    model.eval()
    nll, hits, n = 0.0, 0, 0
    for x, y in loader:
        logp, y = accelerator.gather_for_metrics((model(x), y))
        nll += F.nll_loss(logp, y, reduction="sum").item()
        hits += (logp.argmax(-1) == y).sum().item()
        n += y.numel()
    return nll / n, hits / n


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--accum", type=int, default=2)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--seed", type=int, default=4)
    args = p.parse_args()

    set_seed(args.seed)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accum)
    train_set, val_set, test_set = datasets(args.seed)
    train_dl = DataLoader(train_set, batch_size=16, shuffle=True)
    val_dl = DataLoader(val_set, batch_size=128)
    test_dl = DataLoader(test_set, batch_size=128)

    model = RowGRU()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    # the last, shorter group of an epoch is a step as well; a prepared scheduler advances only
    # with the optimizer, although it is called after every small batch
    updates = args.epochs * math.ceil(len(train_dl) / args.accum)
    scheduler = get_linear_schedule_with_warmup(
        optimizer, num_warmup_steps=updates // 10, num_training_steps=updates
    )
    model, optimizer, train_dl, val_dl, test_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, val_dl, test_dl, scheduler
    )

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for x, y in train_dl:
            with accelerator.accumulate(model):
                loss = F.nll_loss(model(x), y)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total += loss.detach().item()
        val_loss, val_acc = evaluate(accelerator, model, val_dl)
        accelerator.print(
            f"epoch {epoch + 1:2d} train {total / len(train_dl):.3f} val {val_loss:.3f} acc {val_acc:.3f} "
            f"lr {scheduler.get_last_lr()[0]:.1e}"
        )

    test_loss, test_acc = evaluate(accelerator, model, test_dl)
    accelerator.print(f"test loss {test_loss:.3f} accuracy {test_acc:.3f}")


if __name__ == "__main__":
    main()
