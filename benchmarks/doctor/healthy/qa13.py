"""Which of three Markov chains wrote this string? GRU over packed sequences of unequal length,
gradients gathered over several small batches (the loss is divided by the number of sequences of the
whole group, so that the result equals that of one large batch)."""
import itertools
import os

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence

ALPHABET, CLASSES = 8, 3
PAD = 0                                     # symbols are 1..ALPHABET
MICRO, ACCUM = 16, 4
UPDATES, EVAL_EVERY = 300, 50


def chains(rng):
    return [rng.dirichlet(np.full(ALPHABET, 0.7), size=ALPHABET) for _ in range(CLASSES)]


def write(matrix, length, rng):
    s = [int(rng.integers(ALPHABET))]
    while len(s) < length:
        s.append(int(rng.choice(ALPHABET, p=matrix[s[-1]])))
    return torch.tensor(s) + 1


def corpus(mats, n, rng, forbidden):
    """n strings that occur neither in `forbidden` nor twice."""
    out = []
    while len(out) < n:
        label = int(rng.integers(CLASSES))
        s = write(mats[label], int(rng.integers(8, 33)), rng)
        key = tuple(s.tolist())
        if key in forbidden:
            continue
        forbidden.add(key)
        out.append((s, label))
    return out


def collate(pairs):
    seqs, labels = zip(*pairs)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, torch.tensor(labels)


class Reader(nn.Module):
    def __init__(self, emb=16, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(ALPHABET + 1, emb, padding_idx=PAD)
        self.rnn = nn.GRU(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, CLASSES)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.rnn(packed)             # h: state after the last real symbol, in the original order
        return self.out(h[-1])


def forever(pairs, generator):
    """Endless micro batches; a new shuffle per pass, the rest of a pass is dropped."""
    while True:
        order = torch.randperm(len(pairs), generator=generator).tolist()
        for k in range(0, len(order) - MICRO + 1, MICRO):
            yield collate([pairs[i] for i in order[k:k + MICRO]])


@torch.no_grad()
def test_on(model, pairs):
    model.eval()
    hits, loss = 0, 0.0
    for k in range(0, len(pairs), 200):
        x, lengths, y = collate(pairs[k:k + 200])
        logits = model(x, lengths)
        hits += (logits.argmax(1) == y).sum().item()
        loss += nn.functional.cross_entropy(logits, y, reduction="sum").item()
    return hits / len(pairs), loss / len(pairs)


def main():
    rng = np.random.default_rng(12)
    torch.manual_seed(12)
    torch.set_num_threads(2)
    mats, known = chains(rng), set()
    train, valid, test = (corpus(mats, n, rng, known) for n in (1600, 400, 400))

    model = Reader()
    opt = torch.optim.Adam(model.parameters(), lr=4e-3)
    sched = torch.optim.lr_scheduler.LinearLR(opt, start_factor=1.0, end_factor=0.05, total_iters=UPDATES)
    stream = forever(train, torch.Generator().manual_seed(3))

    best, state = float("inf"), None
    for update in range(1, UPDATES + 1):
        model.train()
        group = list(itertools.islice(stream, ACCUM))
        n = sum(len(y) for _, _, y in group)
        opt.zero_grad()
        for x, lengths, y in group:
            (nn.functional.cross_entropy(model(x, lengths), y, reduction="sum") / n).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if update % EVAL_EVERY == 0:
            acc, loss = test_on(model, valid)
            print(f"update {update:4d}  valid acc {acc:.3f}  loss {loss:.3f}")
            if loss < best:
                best, state = loss, {k: v.clone() for k, v in model.state_dict().items()}

    model.load_state_dict(state)
    acc, loss = test_on(model, test)
    counts = np.bincount([y for _, y in train], minlength=CLASSES)
    base = np.mean([y == counts.argmax() for _, y in test])
    print(f"test acc {acc:.3f}, loss {loss:.3f}; most frequent chain {base:.3f}")
    os.makedirs("out/qa13", exist_ok=True)
    torch.save(state, "out/qa13/reader.pt")


if __name__ == "__main__":
    main()
