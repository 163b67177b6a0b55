"""Character language model, truncated backpropagation through time with a carried state."""
import itertools
import math
import random

import torch
from torch import nn

SUBJECTS = "the cat|a dog|my neighbour|the old captain|a small bird|our teacher".split("|")
VERBS = "sees|follows|paints|remembers|forgets|greets".split("|")
OBJECTS = "the sea|a red door|the moon|two apples|a long letter|the garden".split("|")
ENDINGS = ["", " at night", " in the rain", " without a word"]


def split_sentences(seed, val_share=0.2):
    """all 864 sentences of the grammar; those for validation never occur in the training text"""
    every = [f"{s} {v} {o}{e}.\n" for s, v, o, e in itertools.product(SUBJECTS, VERBS, OBJECTS, ENDINGS)]
    random.Random(seed).shuffle(every)
    cut = int(val_share * len(every))
    return every[cut:], every[:cut]


def to_streams(ids, streams):
    """one long text -> `streams` parallel columns, so that a batch goes on where the last one ended"""
    n = (len(ids) - 1) // streams
    x = ids[: n * streams].view(streams, n)
    y = ids[1: n * streams + 1].view(streams, n)
    return x, y


class CharRNN(nn.Module):
    def __init__(self, vocab, dim=32, hidden=128):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.rnn = nn.LSTM(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, x, state=None):
        h, state = self.rnn(self.emb(x), state)
        return self.out(h), state


def chunks(x, y, length):
    for xs, ys in zip(x.split(length, dim=1), y.split(length, dim=1)):
        yield xs, ys


@torch.no_grad()
def bits_per_char(model, x, y, length):
    model.eval()
    state, total = None, 0.0
    for xs, ys in chunks(x, y, length):
        logits, state = model(xs, state)
        total += nn.functional.cross_entropy(logits.flatten(0, 1), ys.flatten(), reduction="sum").item()
    return total / y.numel() / math.log(2)


@torch.no_grad()
def sample(model, chars, stoi, n=120):
    model.eval()
    x, state, out = torch.tensor([[stoi["\n"]]]), None, []
    for _ in range(n):
        logits, state = model(x, state)
        x = torch.multinomial(logits[:, -1].softmax(-1), 1)
        out.append(chars[x.item()])
    return "".join(out)


def main():
    torch.manual_seed(0)
    train_sentences, val_sentences = split_sentences(seed=1)
    train_text = "".join(random.Random(2).choices(train_sentences, k=2000))
    val_text = "".join(val_sentences)
    chars = sorted(set(train_text))
    stoi = {c: i for i, c in enumerate(chars)}
    assert set(val_text) <= set(chars)
    encode = lambda s: torch.tensor([stoi[c] for c in s])
    x_train, y_train = to_streams(encode(train_text), 32)
    x_val, y_val = to_streams(encode(val_text), 8)

    bptt, epochs = 50, 8
    steps = epochs * math.ceil(x_train.shape[1] / bptt)
    model = CharRNN(len(chars))
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps, eta_min=2e-4)

    for epoch in range(epochs):
        model.train()
        state = None  # the streams begin anew
        for xs, ys in chunks(x_train, y_train, bptt):
            if state is not None:
                state = tuple(s.detach() for s in state)
            logits, state = model(xs, state)
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), ys.flatten())
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
        print(f"epoch {epoch}  train {loss.item() / math.log(2):.3f}  val {bits_per_char(model, x_val, y_val, bptt):.3f} bits/char")

    print(f"uniform: {math.log2(len(chars)):.2f} bits/char")
    print(sample(model, chars, stoi))


if __name__ == "__main__":
    main()
