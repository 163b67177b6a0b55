"""Variable-length sequences: which of three markers came last? Packed bidirectional GRU, length buckets."""
import random
from collections import Counter

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

PAD, MARKERS, VOCAB = 0, (1, 2, 3), 30


def make_sequence(rng):
    n = rng.randint(5, 40)
    seq = [rng.randint(4, VOCAB - 1) for _ in range(n)]
    for pos in rng.sample(range(n), rng.randint(1, 4)):
        seq[pos] = rng.choice(MARKERS)
    label = next(t for t in reversed(seq) if t in MARKERS) - 1
    return tuple(seq), label


class Sequences(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        seq, label = self.rows[i]
        return torch.tensor(seq), label


def collate(batch):
    seqs, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, torch.tensor(labels)


class BucketBatches:
    """shuffles, sorts within pools of batches by length, then shuffles the batches"""

    def __init__(self, lengths, batch_size, seed, pool=10):
        self.lengths, self.bs, self.pool = lengths, batch_size, pool
        self.rng = random.Random(seed)

    def __len__(self):
        return -(-len(self.lengths) // self.bs)

    def __iter__(self):
        order = list(range(len(self.lengths)))
        self.rng.shuffle(order)
        size, batches = self.bs * self.pool, []
        for start in range(0, len(order), size):
            chunk = sorted(order[start:start + size], key=self.lengths.__getitem__)
            batches += [chunk[i:i + self.bs] for i in range(0, len(chunk), self.bs)]
        self.rng.shuffle(batches)
        return iter(batches)


class GRUClassifier(nn.Module):
    def __init__(self, dim=24, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, dim, padding_idx=PAD)
        self.gru = nn.GRU(dim, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(2 * hidden, 3)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths.cpu(), batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)
        return self.out(self.drop(torch.cat([h[-2], h[-1]], dim=1)))


def evaluate(model, loader):
    model.eval()
    loss_sum, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for x, lengths, y in loader:
            logits = model(x, lengths)
            loss_sum += nn.functional.cross_entropy(logits, y, reduction="sum").item()
            hits += (logits.argmax(1) == y).sum().item()
            n += len(y)
    return loss_sum / n, hits / n


def main():
    torch.manual_seed(9)
    rng = random.Random(9)
    rows = list(dict.fromkeys(make_sequence(rng) for _ in range(5000)))  # no sequence twice
    train, val, test = rows[:3500], rows[3500:4200], rows[4200:]
    print("train labels", Counter(label for _, label in train), "test rows", len(test))

    buckets = BucketBatches([len(s) for s, _ in train], batch_size=64, seed=9)
    train_loader = DataLoader(Sequences(train), batch_sampler=buckets, collate_fn=collate)
    val_loader = DataLoader(Sequences(val), batch_size=128, collate_fn=collate)
    test_loader = DataLoader(Sequences(test), batch_size=128, collate_fn=collate)

    model = GRUClassifier()
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
    best, best_state, bad = float("inf"), None, 0
    for epoch in range(20):
        model.train()
        for x, lengths, y in train_loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x, lengths), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        val_loss, val_acc = evaluate(model, val_loader)
        print(f"{epoch:2d}  val loss {val_loss:.4f}  acc {val_acc:.3f}")
        if val_loss < best:
            best, best_state, bad = val_loss, {k: v.clone() for k, v in model.state_dict().items()}, 0
        else:
            bad += 1
            if bad == 4:
                break
    model.load_state_dict(best_state)
    print("test loss %.4f  acc %.3f" % evaluate(model, test_loader))


if __name__ == "__main__":
    main()
