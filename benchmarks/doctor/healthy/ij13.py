"""Handwritten digits with Accelerate: gradient accumulation, one-cycle schedule, best checkpoint by validation."""
import argparse
import math
import os

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--micro_batch", type=int, default=32)
    p.add_argument("--accumulate", type=int, default=2)
    p.add_argument("--max_lr", type=float, default=4e-3)
    p.add_argument("--seed", type=int, default=13)
    p.add_argument("--out", default="out/ij13")
    return p.parse_args()


def get_sets(seed):
    digits = load_digits()
    x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    y = torch.tensor(digits.target, dtype=torch.long)
    index = list(range(len(y)))
    train, rest = train_test_split(index, test_size=0.4, stratify=y.numpy(), random_state=seed)
    valid, test = train_test_split(rest, test_size=0.5, stratify=y[rest].numpy(), random_state=seed)
    return [TensorDataset(x[part], y[part]) for part in (train, valid, test)]


def make_model():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(),
        nn.Dropout(0.2), nn.Linear(64 * 4, 10),
    )


@torch.inference_mode()
def accuracy(accelerator, model, loader):
    model.eval()
    hits, total = 0, 0
    for x, y in loader:
        pred = model(x).argmax(dim=1)
        pred, y = accelerator.gather_for_metrics((pred, y))
        hits += (pred == y).sum().item()
        total += y.numel()
    return hits / total


def main():
    args = get_args()
    set_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)
    best_path = os.path.join(args.out, "best.pt")
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accumulate)

    train_set, valid_set, test_set = get_sets(args.seed)
    train_loader, valid_loader, test_loader = accelerator.prepare(
        DataLoader(train_set, batch_size=args.micro_batch, shuffle=True),
        DataLoader(valid_set, batch_size=256),
        DataLoader(test_set, batch_size=256),
    )

    model = make_model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.max_lr, weight_decay=0.01)
    # one scheduler step for each update, not for each micro batch
    updates = args.epochs * math.ceil(len(train_loader) / args.accumulate)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=args.max_lr, total_steps=updates)
    model, optimizer = accelerator.prepare(model, optimizer)
    loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)

    best = -1.0
    for epoch in range(args.epochs):
        model.train()
        running, seen = 0.0, 0
        for x, y in train_loader:
            with accelerator.accumulate(model):
                loss = loss_fn(model(x), y)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                if accelerator.sync_gradients:
                    scheduler.step()
                optimizer.zero_grad()
            running += loss.item() * len(y)
            seen += len(y)
        acc = accuracy(accelerator, model, valid_loader)
        accelerator.print(f"epoch {epoch + 1}: loss {running / seen:.4f}  validation {acc:.4f}")
        if acc > best:
            best = acc
            accelerator.save(accelerator.unwrap_model(model).state_dict(), best_path)

    accelerator.wait_for_everyone()
    accelerator.unwrap_model(model).load_state_dict(torch.load(best_path, weights_only=True))
    accelerator.print(f"best validation {best:.4f}, test {accuracy(accelerator, model, test_loader):.4f}")


if __name__ == "__main__":
    main()
