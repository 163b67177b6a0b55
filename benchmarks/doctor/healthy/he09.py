"""Character GRU with truncated backpropagation; the state travels along the stream."""
import argparse
import math
import random

import torch
from torch import nn


def build_lines(n_lines, rng):
    who = ["the cat", "the dog", "a bird", "my aunt", "the old man"]
    does = ["sees", "likes", "follows", "hears"]
    what = ["a mouse", "the moon", "some bread", "the river", "a small house"]
    lines = {}                                # a dict keeps the order and drops repeats
    while len(lines) < n_lines:
        clock = f"{rng.randrange(24):02d}:{rng.randrange(60):02d}"
        lines[f"{rng.choice(who)} {rng.choice(does)} {rng.choice(what)} at {clock}.\n"] = None
    return list(lines)


class CharGRU(nn.Module):
    def __init__(self, vocab_size, width=96):
        super().__init__()
        self.width = width
        self.embedding = nn.Embedding(vocab_size, 32)
        self.gru = nn.GRU(32, width)            # time first, on purpose
        self.decoder = nn.Linear(width, vocab_size)

    def initial_state(self, batch_size):
        return torch.zeros(1, batch_size, self.width)

    def forward(self, x, h):
        out, h = self.gru(self.embedding(x), h)
        return self.decoder(out), h


def to_columns(ids, columns):
    """(time, columns): every column is one contiguous stretch of the text."""
    rows = len(ids) // columns
    return ids[: rows * columns].reshape(columns, rows).t().contiguous()


def chunks(table, bptt):
    for i in range(0, table.size(0) - 1, bptt):
        n = min(bptt, table.size(0) - 1 - i)
        yield table[i : i + n], table[i + 1 : i + 1 + n]


@torch.no_grad()
def nats_per_char(model, table, bptt):
    model.eval()
    h = model.initial_state(table.size(1))
    total = count = 0
    for x, y in chunks(table, bptt):
        logits, h = model(x, h)
        total += nn.functional.cross_entropy(logits.flatten(0, 1), y.flatten(), reduction="sum").item()
        count += y.numel()
    return total / count


@torch.no_grad()
def sample(model, stoi, itos, n=120):
    model.eval()
    h = model.initial_state(1)
    x = torch.tensor([[stoi["\n"]]])
    out = []
    for _ in range(n):
        logits, h = model(x, h)
        x = torch.multinomial(logits[-1].softmax(-1), 1)
        out.append(itos[x.item()])
    return "".join(out)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=5)
    ap.add_argument("--bptt", type=int, default=40)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--lr", type=float, default=4e-3)
    args = ap.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(2)

    lines = build_lines(2800, random.Random(10))
    train_text, valid_text = "".join(lines[:2500]), "".join(lines[2500:])
    itos = sorted(set(train_text))
    stoi = {c: i for i, c in enumerate(itos)}
    train = to_columns(torch.tensor([stoi[c] for c in train_text]), args.batch)
    valid = to_columns(torch.tensor([stoi[c] for c in valid_text]), args.batch)

    model = CharGRU(len(itos))
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(args.epochs):
        model.train()
        h = model.initial_state(args.batch)
        for x, y in chunks(train, args.bptt):
            h = h.detach()
            logits, h = model(x, h)
            loss = loss_fn(logits.flatten(0, 1), y.flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
        nll = nats_per_char(model, valid, args.bptt)
        print(f"epoch {epoch + 1}  valid nats/char {nll:.3f}  perplexity {math.exp(nll):.2f}")
    print(sample(model, stoi, itos))


if __name__ == "__main__":
    main()
