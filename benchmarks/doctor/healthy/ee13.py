"""Digits with a small conv net; gradients of several small batches are put together."""
import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED, EPOCHS, MICRO, ACCUM = 2, 14, 16, 4


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1, bias=False)
        self.norm1 = nn.GroupNorm(4, 16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc = nn.Linear(32 * 4 * 4, 10)

    def forward(self, x):
        x = F.relu(self.norm1(self.conv1(x)))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = F.dropout(x.flatten(1), 0.25, self.training)
        return F.log_softmax(self.fc(x), dim=1)


def split():
    b = load_digits()
    X = torch.from_numpy(b.images).float().unsqueeze(1) / 16
    y = torch.from_numpy(b.target).long()
    idx, test = train_test_split(torch.arange(len(y)).numpy(), test_size=0.2, stratify=b.target, random_state=SEED)
    train, val = train_test_split(idx, test_size=0.2, stratify=b.target[idx], random_state=SEED)
    return [TensorDataset(X[torch.from_numpy(i)], y[torch.from_numpy(i)]) for i in (train, val, test)]


@torch.inference_mode()
def check(model, loader):
    was_training = model.training
    model.eval()
    nll = hits = count = 0
    for x, y in loader:
        logp = model(x)
        nll += F.nll_loss(logp, y, reduction="sum").item()
        hits += (logp.argmax(1) == y).sum().item()
        count += y.numel()
    model.train(was_training)
    return nll / count, hits / count


def main():
    torch.manual_seed(SEED)
    train, val, test = split()
    train_loader = DataLoader(train, batch_size=MICRO, shuffle=True)
    val_loader, test_loader = DataLoader(val, batch_size=256), DataLoader(test, batch_size=256)

    model = ConvNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-2)
    n_micro = len(train_loader)
    updates = -(-n_micro // ACCUM)            # the last group may be shorter
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=5e-3, total_steps=EPOCHS * updates)

    best_loss, best_weights = float("inf"), None
    model.train()
    optimizer.zero_grad()
    for epoch in range(EPOCHS):
        for i, (x, y) in enumerate(train_loader):
            # every image of the group has the same weight, in a short group too
            first = i - i % ACCUM
            in_group = min(MICRO * ACCUM, len(train) - first * MICRO)
            loss = F.nll_loss(model(x), y, reduction="sum") / in_group
            loss.backward()
            if (i + 1) % ACCUM == 0 or i + 1 == n_micro:
                nn.utils.clip_grad_norm_(model.parameters(), 2.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
        val_loss, val_acc = check(model, val_loader)
        if val_loss < best_loss:
            best_loss, best_weights = val_loss, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch + 1:2d}  lr {scheduler.get_last_lr()[0]:.2e}  val loss {val_loss:.4f}  acc {val_acc:.4f}")

    model.load_state_dict(best_weights)
    test_loss, test_acc = check(model, test_loader)
    print(f"test loss {test_loss:.4f}, accuracy {test_acc:.4f}")


if __name__ == "__main__":
    main()
