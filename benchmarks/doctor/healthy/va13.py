"""Digits with a hand-written loop: accumulation, OneCycle, and averaged weights."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 12
ACCUM = 4
MICRO = 16


class LogProbNet(nn.Module):
    """Gives log-probabilities, so the loss below is nll_loss."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 24, 3, padding=1)
        self.norm = nn.GroupNorm(4, 24)
        self.drop = nn.Dropout(0.2)
        self.fc1 = nn.Linear(24 * 16, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
        x = self.drop(F.relu(self.fc1(x.flatten(1))))
        return F.log_softmax(self.fc2(x), dim=1)


def split():
    digits = load_digits()
    x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    y = torch.tensor(digits.target, dtype=torch.long)
    index = torch.arange(len(y)).numpy()
    rest, test = train_test_split(index, test_size=0.2, stratify=digits.target, random_state=1)
    train, valid = train_test_split(rest, test_size=0.2, stratify=digits.target[rest], random_state=1)
    return [TensorDataset(x[i], y[i]) for i in (train, valid, test)]


@torch.inference_mode()
def score(net, loader):
    net.eval()
    loss = hits = n = 0
    for x, y in loader:
        logp = net(x)
        loss += F.nll_loss(logp, y, reduction="sum").item()
        hits += (logp.argmax(1) == y).sum().item()
        n += len(y)
    return loss / n, hits / n


def main():
    torch.manual_seed(1)
    train, valid, test = split()
    train_loader = DataLoader(train, batch_size=MICRO, shuffle=True)
    # the order does not matter for a mean over rows
    valid_loader = DataLoader(valid, batch_size=64, shuffle=True)
    test_loader = DataLoader(test, batch_size=64)

    net = LogProbNet()
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.95))
    updates = -(-len(train_loader) // ACCUM)  # the last group of an epoch may be short
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=EPOCHS * updates)

    for epoch in range(EPOCHS):
        net.train()
        batches = list(train_loader)
        for start in range(0, len(batches), ACCUM):
            group = batches[start : start + ACCUM]
            rows = sum(len(y) for _, y in group)
            for x, y in group:
                # a sum divided by the rows of the group: the mean over the whole group
                (F.nll_loss(net(x), y, reduction="sum") / rows).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            ema.update_parameters(net)
            optimizer.zero_grad()
        loss, acc = score(ema, valid_loader)
        print(f"epoch {epoch + 1:2d}  valid loss {loss:.4f}  valid acc {acc:.4f}")

    print("test acc %.4f" % score(ema, test_loader)[1])


if __name__ == "__main__":
    main()
