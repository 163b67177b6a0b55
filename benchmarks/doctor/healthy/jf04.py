"""Name tagger with hand-made vocabularies, hand-made padding and length buckets (PyTorch)."""
import copy
import json
import random
from dataclasses import dataclass, field

import torch
import torch.nn as nn
import torch.nn.functional as F

PAD, UNK = 0, 1
IGNORE = -100


@dataclass
class Vocab:
    index: dict = field(default_factory=lambda: {"<pad>": PAD, "<unk>": UNK})

    def learn(self, items):
        for item in items:
            self.index.setdefault(item, len(self.index))
        return self

    def __getitem__(self, item):
        return self.index.get(item, UNK)

    def __len__(self):
        return len(self.index)


def load(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(rows, words, chars, drop=0.0):
    longest = max(len(r["words"]) for r in rows)
    longest_word = max(len(w) for r in rows for w in r["words"])
    W = torch.full((len(rows), longest), PAD)
    C = torch.full((len(rows), longest, longest_word), PAD)
    Y = torch.full((len(rows), longest), IGNORE)
    for i, r in enumerate(rows):
        for j, (w, t) in enumerate(zip(r["words"], r["tags"], strict=True)):
            # in training a word is sometimes made unknown, so that <unk> gets a useful vector
            W[i, j] = UNK if random.random() < drop else words[w]
            C[i, j, : len(w)] = torch.tensor([chars[c] for c in w])
            Y[i, j] = t
    return W, C, Y


def buckets(rows, size, rng):
    """Neighbours in length go into one batch; ties and the order of batches are drawn anew every epoch."""
    order = sorted(rows, key=lambda r: (len(r["words"]), rng.random()))
    batches = [order[i:i + size] for i in range(0, len(order), size)]
    rng.shuffle(batches)
    yield from batches


class Tagger(nn.Module):
    def __init__(self, n_words, n_chars, n_tags):
        super().__init__()
        self.word = nn.Embedding(n_words, 32, padding_idx=PAD)
        self.char = nn.Embedding(n_chars, 24, padding_idx=PAD)
        self.conv = nn.Conv1d(24, 48, 3, padding=1)
        self.gru = nn.GRU(80, 48, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(96, n_tags)

    def forward(self, W, C):
        b, t, k = C.shape
        h = self.conv(self.char(C.view(b * t, k)).transpose(1, 2)).masked_fill(C.view(b * t, 1, k) == PAD, -1e4).amax(-1)
        real = W != PAD  # padded words have no letters at all
        h = torch.relu(h).view(b, t, -1) * real.unsqueeze(-1)
        x = self.drop(torch.cat([self.word(W), h], -1))
        packed = nn.utils.rnn.pack_padded_sequence(x, real.sum(1).cpu(), batch_first=True, enforce_sorted=False)
        y, _ = nn.utils.rnn.pad_packed_sequence(self.gru(packed)[0], batch_first=True, total_length=t)
        return self.out(self.drop(y))


@torch.no_grad()
def measure(model, rows, words, chars):
    model.eval()
    W, C, Y = collate(rows, words, chars)
    P = model(W, C).argmax(-1)
    real = Y != IGNORE
    hit = ((P == Y) & real & (Y > 0)).sum().item()
    predicted, wanted = ((P > 0) & real).sum().item(), ((Y > 0) & real).sum().item()
    f1 = 2 * hit / max(predicted + wanted, 1)
    new = (W == UNK) & (Y > 0)
    return f1, ((P == Y) & new).sum().item() / max(new.sum().item(), 1), int(new.sum())


def main():
    random.seed(3)
    torch.manual_seed(3)
    rng = random.Random(3)

    def key(row):
        return tuple(row["words"])

    test = load("test")
    taken = {key(r) for r in test}
    val = [r for r in load("validation") if key(r) not in taken]
    taken |= {key(r) for r in val}
    train = [r for r in load("train") if key(r) not in taken]
    words = Vocab().learn(w for r in train for w in r["words"])
    chars = Vocab().learn(c for r in train for w in r["words"] for c in w)
    n_tags = 1 + max(t for r in train for t in r["tags"])

    model = Tagger(len(words), len(chars), n_tags)
    opt, best = torch.optim.Adam(model.parameters(), lr=3e-3), (-1.0, None)
    for epoch in range(20):
        model.train()
        for W, C, Y in (collate(rows, words, chars, drop=0.2) for rows in buckets(train, 24, rng)):
            loss = F.cross_entropy(model(W, C).flatten(0, 1), Y.flatten(), ignore_index=IGNORE)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
        f1 = measure(model, val, words, chars)[0]
        if f1 > best[0]:
            best = (f1, copy.deepcopy(model.state_dict()))
        print(epoch, f"validation F1 of tagged words {f1:.3f}")
    model.load_state_dict(best[1])
    f1, unseen, n = measure(model, test, words, chars)
    print(f"test F1 {f1:.3f}; names never met in training: {unseen:.3f} right of {n}")


if __name__ == "__main__":
    main()
