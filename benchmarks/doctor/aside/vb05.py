"""Character language model with an LSTM, trained with truncated BPTT over one long text."""
import math
import random

import torch
import torch.nn as nn

torch.manual_seed(0)
random.seed(0)

BATCH = 16
BPTT = 32
EPOCHS = 3
CLIP = 0.5

subjects = ["the cat", "a dog", "my sister", "the old man", "a bird", "nobody"]
verbs = ["sees", "likes", "follows", "paints", "hears"]
objects = ["the river", "a house", "some bread", "the moon", "two cars"]


def make_text(n):
    return "".join(
        f"{random.choice(subjects)} {random.choice(verbs)} {random.choice(objects)}. " for _ in range(n)
    )


text = make_text(1200)
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
ids = torch.tensor([stoi[c] for c in text])
cut = int(0.9 * len(ids))


def batchify(data, bsz):
    n = data.size(0) // bsz
    return data[: n * bsz].view(bsz, n).t().contiguous()


train_data = batchify(ids[:cut], BATCH)
val_data = batchify(ids[cut:], BATCH)


class CharLSTM(nn.Module):
    def __init__(self, vocab, emb=32, hidden=96):
        super().__init__()
        self.hidden_size = hidden
        self.embed = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, x, hidden):
        y, hidden = self.lstm(self.embed(x), hidden)
        return self.out(y), hidden

    def init_hidden(self, bsz):
        w = next(self.parameters())
        return (w.new_zeros(1, bsz, self.hidden_size), w.new_zeros(1, bsz, self.hidden_size))


def get_batch(source, i):
    n = min(BPTT, len(source) - 1 - i)
    return source[i : i + n], source[i + 1 : i + 1 + n].reshape(-1)


model = CharLSTM(len(chars))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)


def train_epoch():
    model.train()
    hidden = model.init_hidden(BATCH)
    total, count = 0.0, 0
    for i in range(0, train_data.size(0) - 1, BPTT):
        x, y = get_batch(train_data, i)
        optimizer.zero_grad()
        output, hidden = model(x, hidden)
        loss = criterion(output.view(-1, len(chars)), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        total += loss.item() * y.numel()
        count += y.numel()
    return total / count


@torch.no_grad()
def evaluate(source):
    model.eval()
    hidden = model.init_hidden(BATCH)
    total, count = 0.0, 0
    for i in range(0, source.size(0) - 1, BPTT):
        x, y = get_batch(source, i)
        output, hidden = model(x, hidden)
        total += criterion(output.view(-1, len(chars)), y).item() * y.numel()
        count += y.numel()
    return total / count


for epoch in range(1, EPOCHS + 1):
    tr = train_epoch()
    va = evaluate(val_data)
    print(f"epoch {epoch}: train {tr:.3f}, val {va:.3f}, val ppl {math.exp(va):.2f}")
