"""Multi-label: which kinds of names (1, 2, 3) are in a sentence. Streamed from disk, in batches of like lengths.

Focal loss on sigmoids, thresholds chosen on validation, a CSV log.
"""
import csv
import json
import os
import random
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

KINDS = 3


class Stream(IterableDataset):
    """Yields ready batches. In training: a shuffling buffer, cut into batches of sentences of like lengths."""

    def __init__(self, path, vocab, batch_size, buffer=0, seed=0):
        self.path, self.vocab, self.batch_size, self.buffer, self.seed = path, vocab, batch_size, buffer, seed
        self.epoch = 0

    def rows(self):
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        with open(self.path) as f:
            for i, line in enumerate(f):
                if i % workers == worker:  # each worker reads its own share of the lines
                    row = json.loads(line)
                    ids = []
                    for word in row["words"]:
                        ids += [self.vocab.get(word[:3], 1), self.vocab.get("~" + word[3:], 1)]
                    yield ids, [float(k in row["tags"]) for k in range(1, KINDS + 1)]

    def batches(self, pool, rng):
        pool.sort(key=lambda item: len(item[0]))
        groups = [pool[i : i + self.batch_size] for i in range(0, len(pool), self.batch_size)]
        rng.shuffle(groups)
        yield from map(self.collate, groups)

    def __iter__(self):
        info = get_worker_info()
        rng = random.Random(f"{self.seed}-{self.epoch}-{info.id if info else 0}")
        pool = []
        for item in self.rows():
            pool.append(item)
            if len(pool) == (self.buffer or self.batch_size):
                if self.buffer:
                    rng.shuffle(pool)
                yield from self.batches(pool, rng)
                pool = []
        if pool:
            yield from self.batches(pool, rng)

    @staticmethod
    def collate(items):
        width = max(len(ids) for ids, _ in items)
        x = torch.tensor([ids + [0] * (width - len(ids)) for ids, _ in items])
        return x, torch.tensor([y for _, y in items])


class Model(nn.Module):
    def __init__(self, size, width=48):
        super().__init__()
        self.embed = nn.Embedding(size, width, padding_idx=0)
        self.conv = nn.Conv1d(width, 96, 4, padding=2)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(96, KINDS)

    def forward(self, x):
        h = F.relu(self.conv(self.embed(x).transpose(1, 2)))
        real = F.max_pool1d((x != 0).float().unsqueeze(1), 4, stride=1, padding=2)  # windows with a word in them
        return self.out(self.drop((h * real).amax(2)))


def focal(logits, target, gamma=1.5):
    bce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    p_right = torch.exp(-bce)
    return ((1 - p_right) ** gamma * bce).mean()


@torch.no_grad()
def probabilities(model, loader, device):
    model.eval()
    pairs = [(model(x.to(device)).sigmoid().cpu(), y) for x, y in loader]
    return torch.cat([p for p, _ in pairs]), torch.cat([y for _, y in pairs])


def f1(p, y, thresholds):
    guess = (p > thresholds).float()
    tp = (guess * y).sum(0)
    return (2 * tp / (guess.sum(0) + y.sum(0)).clamp(min=1)).mean().item()


def best_thresholds(p, y):
    grid = torch.linspace(0.1, 0.9, 17)
    best = []
    for k in range(KINDS):
        scores = [f1(p[:, k : k + 1], y[:, k : k + 1], t) for t in grid]
        best.append(grid[max(range(len(grid)), key=scores.__getitem__)])
    return torch.stack(best)


def main():
    torch.manual_seed(8)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pieces = set()
    for line in open("data/tags/train.jsonl"):
        for word in json.loads(line)["words"]:
            pieces |= {word[:3], "~" + word[3:]}
    vocab = {piece: i for i, piece in enumerate(sorted(pieces), start=2)}  # 0 pads, 1 is unknown

    train = Stream("data/tags/train.jsonl", vocab, 16, buffer=120, seed=8)
    train_loader = DataLoader(train, batch_size=None, num_workers=2)
    valid_loader = DataLoader(Stream("data/tags/validation.jsonl", vocab, 64), batch_size=None)
    test_loader = DataLoader(Stream("data/tags/test.jsonl", vocab, 64), batch_size=None)

    model = Model(len(vocab) + 2).to(device)
    opt = torch.optim.RMSprop(model.parameters(), lr=2e-3)
    sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="max", factor=0.5, patience=2)
    log = os.path.join(tempfile.mkdtemp(), "log.csv")
    with open(log, "w", newline="") as f:
        writer = csv.writer(f)
        writer.writerow(["epoch", "lr", "train_loss", "valid_f1_at_half"])
        for epoch in range(14):
            train.epoch = epoch  # the workers are started anew in each epoch and see it
            model.train()
            total = rows = 0
            for x, y in train_loader:
                loss = focal(model(x.to(device)), y.to(device))
                opt.zero_grad()
                loss.backward()
                opt.step()
                total, rows = total + loss.item() * len(x), rows + len(x)
            score = f1(*probabilities(model, valid_loader, device), 0.5)
            writer.writerow([epoch, opt.param_groups[0]["lr"], round(total / rows, 5), round(score, 4)])
            sched.step(score)
    print(open(log).read())
    thresholds = best_thresholds(*probabilities(model, valid_loader, device))
    p, y = probabilities(model, test_loader, device)
    print("thresholds", [round(t, 2) for t in thresholds.tolist()])
    print(f"test macro-F1 {f1(p, y, thresholds):.3f}; all labels right {((p > thresholds) == y.bool()).all(1).float().mean():.3f}")


if __name__ == "__main__":
    main()
