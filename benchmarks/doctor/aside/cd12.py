"""Character language model (GRU); the state is carried on from one piece of text to the next."""
import math
import random

import torch
import torch.nn as nn

torch.manual_seed(2)
SEQ_LEN = 32
STREAMS = 16
EPOCHS = 5
CLIP = 1.0


def write_text(n_sentences, seed):
    rnd = random.Random(seed)
    who = ["the cat", "a dog", "my aunt", "the old man", "a child"]
    does = ["sees", "likes", "hears", "follows", "paints"]
    what = ["the moon", "a red house", "the river", "two birds", "an apple tree"]
    return " ".join(f"{rnd.choice(who)} {rnd.choice(does)} {rnd.choice(what)}." for _ in range(n_sentences))


def batchify(ids, n_streams):
    """Cut one long text into n_streams parallel ones: (n_streams, length)."""
    length = len(ids) // n_streams
    return ids[: length * n_streams].view(n_streams, length)


def pieces(data, seq_len):
    for start in range(0, data.size(1) - 1, seq_len):
        n = min(seq_len, data.size(1) - 1 - start)
        yield data[:, start:start + n], data[:, start + 1:start + 1 + n]


class CharGRU(nn.Module):
    def __init__(self, n_chars, n_embed=24, n_hidden=96):
        super().__init__()
        self.embed = nn.Embedding(n_chars, n_embed)
        self.gru = nn.GRU(n_embed, n_hidden, batch_first=True)
        self.out = nn.Linear(n_hidden, n_chars)

    def forward(self, x, state=None):
        h, state = self.gru(self.embed(x), state)
        return self.out(h), state


train_text, valid_text = write_text(1500, seed=1), write_text(200, seed=2)
chars = sorted(set(train_text))
char_to_id = {c: i for i, c in enumerate(chars)}
encode = lambda text: torch.tensor([char_to_id[c] for c in text])

train_data = batchify(encode(train_text), STREAMS)
valid_data = batchify(encode(valid_text), STREAMS)

model = CharGRU(len(chars))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)


def evaluate():
    model.eval()
    state, total, n = None, 0.0, 0
    with torch.no_grad():
        for x, y in pieces(valid_data, SEQ_LEN):
            logits, state = model(x, state)
            total += criterion(logits.reshape(-1, len(chars)), y.reshape(-1)).item() * y.numel()
            n += y.numel()
    return math.exp(total / n)


for epoch in range(1, EPOCHS + 1):
    model.train()
    state = None
    total, n = 0.0, 0
    for x, y in pieces(train_data, SEQ_LEN):
        optimizer.zero_grad()
        logits, state = model(x, state)
        loss = criterion(logits.reshape(-1, len(chars)), y.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        total += loss.item() * y.numel()
        n += y.numel()
    print(f"epoch {epoch}  train perplexity {math.exp(total / n):.3f}  valid perplexity {evaluate():.3f}")
