# Which came first, the 1 or the 2?  A GRU over sequences of different lengths,
# batches are built by a generator that puts similar lengths together.
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence

PAD, VOCAB = 0, 20


def one_example(r):
    """0 = padding, 1 and 2 occur exactly once each, 3..19 are chatter."""
    length = r.randint(5, 30)
    seq = [r.randrange(3, VOCAB) for _ in range(length)]
    a, b = r.sample(range(length), 2)
    seq[a], seq[b] = 1, 2
    return tuple(seq), int(a < b)


def make_sets(r, *sizes):
    seen, sets = set(), []
    for size in sizes:
        rows = []
        while len(rows) < size:
            seq, label = one_example(r)
            if seq not in seen:
                seen.add(seq)
                rows.append((seq, label))
        sets.append(rows)
    return sets


def bucketed(rows, size, r=None):
    """Yield (tokens, lengths, labels). With r: shuffled anew; without: all rows in order of length."""
    rows = list(rows)
    if r is not None:
        r.shuffle(rows)
    pool = size * 16
    batches = []
    for i in range(0, len(rows), pool):
        part = sorted(rows[i:i + pool], key=lambda row: len(row[0]))
        batches += [part[j:j + size] for j in range(0, len(part), size)]
    if r is not None:
        r.shuffle(batches)
    for batch in batches:
        seqs = [torch.tensor(s) for s, _ in batch]
        yield (
            pad_sequence(seqs, batch_first=True, padding_value=PAD),
            torch.tensor([len(s) for s in seqs]),
            torch.tensor([y for _, y in batch]),
        )


class Order(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, width, padding_idx=PAD)
        self.gru = nn.GRU(width, width, batch_first=True)
        self.head = nn.Linear(width, 2)

    def forward(self, tokens, lengths):
        packed = pack_padded_sequence(self.emb(tokens), lengths, batch_first=True, enforce_sorted=False)
        _, last = self.gru(packed)
        return self.head(last[-1])


def score(net, rows):
    net.eval()
    with torch.no_grad():
        right = sum((net(t, n).argmax(1) == y).sum().item() for t, n, y in bucketed(rows, 256))
    return right / len(rows)


def main():
    torch.manual_seed(13)
    torch.set_num_threads(2)
    r = random.Random(13)
    train, val, test = make_sets(r, 4000, 800, 800)

    net = Order()
    opt = torch.optim.Adam(net.parameters(), lr=4e-3)
    # watch accuracy on the validation rows; halve the rate when it stops rising
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="max", factor=0.5, patience=2)
    best, keep = 0.0, None
    for epoch in range(20):
        net.train()
        for tokens, lengths, labels in bucketed(train, 64, r):
            loss = nn.functional.cross_entropy(net(tokens, lengths), labels)
            net.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
        acc = score(net, val)
        plateau.step(acc)
        print(f"{epoch:2d}  val {acc:.4f}  lr {opt.param_groups[0]['lr']:.4g}")
        if acc > best:
            best, keep = acc, {k: v.clone() for k, v in net.state_dict().items()}
        if acc == 1.0:
            break

    net.load_state_dict(keep)
    share = sum(y for _, y in test) / len(test)
    print(f"test {score(net, test):.4f}   guessing {max(share, 1 - share):.4f}")


main()
