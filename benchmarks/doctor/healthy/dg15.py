"""Digits with log-probabilities, gradient accumulation and averaged weights."""
import copy
import itertools
import math
import os

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

OUT = "out/dg15"
EPOCHS, MICRO, ACCUMULATE = 30, 32, 2


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(64, 128), nn.LayerNorm(128), nn.ReLU(), nn.Dropout(0.2), nn.Linear(128, 10)
        )

    def forward(self, x):
        # log-probabilities: the loss below is NLLLoss
        return self.layers(x).log_softmax(dim=-1)


def windows(loader, size):
    """Lists of `size` micro-batches; the last list may be shorter."""
    iterator = iter(loader)
    while chunk := list(itertools.islice(iterator, size)):
        yield chunk


@torch.inference_mode()
def assess(model, loader):
    model.eval()
    nll = hits = count = 0
    for x, y in loader:
        logp = model(x)
        nll += nn.functional.nll_loss(logp, y, reduction="sum").item()
        hits += (logp.argmax(dim=1) == y).sum().item()
        count += len(y)
    return nll / count, hits / count


def main():
    torch.manual_seed(31)
    os.makedirs(OUT, exist_ok=True)
    x, y = load_digits(return_X_y=True)
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=0)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=0
    )
    # the pixels go from 0 to 16 by construction
    sets = [
        TensorDataset(torch.tensor(a / 16.0, dtype=torch.float32), torch.tensor(b))
        for a, b in ((x_train, y_train), (x_val, y_val), (x_test, y_test))
    ]
    train_loader = DataLoader(sets[0], batch_size=MICRO, shuffle=True)
    val_loader = DataLoader(sets[1], batch_size=256)
    test_loader = DataLoader(sets[2], batch_size=256)

    model = Net()
    averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.95))
    criterion = nn.NLLLoss(reduction="sum")
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    updates = EPOCHS * math.ceil(len(train_loader) / ACCUMULATE)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=updates)

    best, best_state = float("inf"), None
    for epoch in range(EPOCHS):
        model.train()
        for window in windows(train_loader, ACCUMULATE):
            rows = sum(len(labels) for _, labels in window)
            for inputs, labels in window:
                # sum over the micro-batch / rows of the window = mean of the window
                (criterion(model(inputs), labels) / rows).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            averaged.update_parameters(model)

        nll, accuracy = assess(averaged, val_loader)
        if nll < best:
            best, best_state = nll, copy.deepcopy(averaged.module.state_dict())
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: validation nll {nll:.3f} accuracy {accuracy:.3f}")

    torch.save(best_state, f"{OUT}/best.pt")
    final = Net()
    final.load_state_dict(torch.load(f"{OUT}/best.pt", weights_only=True))
    print("test nll %.3f accuracy %.3f" % assess(final, test_loader))


if __name__ == "__main__":
    main()
