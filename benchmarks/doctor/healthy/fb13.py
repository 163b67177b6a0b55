"""
Variable-length sequences: which of the four marker symbols came last?

Symbols 1..4 are markers, 5..14 are fillers, 0 is padding.  Large batches are
worked off in slices, and the learning rate follows a one-cycle schedule.
"""
import math
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

BATCH, SLICE, EPOCHS, PEAK_LR = 128, 64, 16, 8e-3


def generate(n, seed):
    rng = random.Random(seed)
    seen, examples = set(), []
    while len(examples) < n:
        length = rng.randint(8, 22)
        symbols = [rng.randint(5, 14) for _ in range(length)]
        for place in rng.sample(range(length), rng.randint(1, 4)):
            symbols[place] = rng.randint(1, 4)
        key = tuple(symbols)
        if key in seen:
            continue
        seen.add(key)
        label = next(s for s in reversed(symbols) if s <= 4) - 1
        examples.append((torch.tensor(symbols), label))
    return examples


def collate(examples):
    sequences, labels = zip(*examples)
    lengths = torch.tensor([len(s) for s in sequences])
    return pad_sequence(sequences, batch_first=True), lengths, torch.tensor(labels)


class LastMarker(nn.Module):
    def __init__(self, n_symbols=15, dim=24, hidden=48, n_classes=4):
        super().__init__()
        self.embed = nn.Embedding(n_symbols, dim, padding_idx=0)
        self.rnn = nn.GRU(dim, hidden)              # time first: that is what packing gives it
        self.out = nn.Linear(hidden, n_classes)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.embed(ids), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.rnn(packed)                     # h: 1 x batch x hidden, in the original order
        return self.out(h[-1])


def evaluate(model, loader):
    was_training = model.training
    model.eval()
    loss, right, n = 0.0, 0, 0
    with torch.inference_mode():
        for ids, lengths, labels in loader:
            logits = model(ids, lengths)
            loss += nn.functional.cross_entropy(logits, labels, reduction="sum").item()
            right += (logits.argmax(dim=-1) == labels).sum().item()
            n += len(labels)
    model.train(was_training)
    return loss / n, right / n


def main():
    torch.manual_seed(20)
    examples = generate(5000, seed=20)              # all different from each other
    train, valid, test = examples[:4000], examples[4000:4500], examples[4500:]
    train_loader = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(valid, batch_size=250, collate_fn=collate)
    test_loader = DataLoader(test, batch_size=250, collate_fn=collate)

    model = LastMarker()
    optimizer = torch.optim.Adam(model.parameters(), lr=PEAK_LR)
    updates = EPOCHS * math.ceil(len(train) / BATCH)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=PEAK_LR, total_steps=updates, pct_start=0.2)

    model.train()
    for epoch in range(EPOCHS):
        total = 0.0
        for ids, lengths, labels in train_loader:
            for part in torch.arange(len(labels)).split(SLICE):
                logits = model(ids[part], lengths[part])
                loss = nn.functional.cross_entropy(logits, labels[part], reduction="sum") / len(labels)
                loss.backward()                     # gradients of the slices add up
                total += loss.item() * len(labels)
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        val_loss, val_acc = evaluate(model, valid_loader)
        print(f"epoch {epoch + 1:2d}: train {total / len(train):.4f}  valid {val_loss:.4f}  accuracy {val_acc:.3f}")

    print("test accuracy {:.3f}".format(evaluate(model, test_loader)[1]))


if __name__ == "__main__":
    main()
