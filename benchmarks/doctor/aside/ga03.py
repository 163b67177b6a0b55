# Character language model on the little recipes, read as one long stream
import json
import math
import string

import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(2)

chars = string.printable
stoi = {c: i for i, c in enumerate(chars)}


def read_recipes(path):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return [row["prompt"] + " -> " + row["steps"] + "\n" for row in rows]


def encode(recipes):
    return torch.tensor([stoi[c] for c in "".join(recipes) if c in stoi], dtype=torch.long)


def batchify(stream, n_streams):
    length = len(stream) // n_streams
    return stream[:length * n_streams].view(n_streams, length)


train_recipes = read_recipes("data/steps/train.jsonl")
known = set(train_recipes)
valid_recipes = [r for r in read_recipes("data/steps/validation.jsonl") if r not in known]
train_data = batchify(encode(train_recipes), 16)
valid_data = batchify(encode(valid_recipes), 16)
BPTT = 40


def chunks(data):
    for start in range(0, data.size(1) - 1, BPTT):
        stop = min(start + BPTT, data.size(1) - 1)
        yield data[:, start:stop], data[:, start + 1:stop + 1]


class CharLM(nn.Module):
    def __init__(self, vocab, emb=32, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)
        self.hidden = hidden

    def init_state(self, n):
        return (torch.zeros(1, n, self.hidden), torch.zeros(1, n, self.hidden))

    def forward(self, x, state):
        y, state = self.lstm(self.emb(x), state)
        return self.out(y), state


model = CharLM(len(chars))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)


def validate():
    model.eval()
    state = model.init_state(valid_data.size(0))
    total, count = 0.0, 0
    with torch.no_grad():
        for x, y in chunks(valid_data):
            logits, state = model(x, state)
            total += criterion(logits.reshape(-1, len(chars)), y.reshape(-1)).item() * y.numel()
            count += y.numel()
    return total / count


for epoch in range(6):
    model.train()
    state = model.init_state(train_data.size(0))
    for x, y in chunks(train_data):
        optimizer.zero_grad()
        # the stream goes on where the last chunk stopped, so the state goes on too
        logits, state = model(x, state)
        loss = criterion(logits.reshape(-1, len(chars)), y.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    v = validate()
    print(f"epoch {epoch} valid loss {v:.3f} perplexity {math.exp(v):.2f}")
