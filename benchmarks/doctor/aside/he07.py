"""Character model of a little log file, trained on consecutive pieces of the stream."""
import random

import torch
import torch.nn as nn

random.seed(8)
torch.manual_seed(8)
torch.set_num_threads(2)

HOSTS = ["alpha", "bravo", "delta", "gamma"]
VERBS = ["started", "stopped", "restarted", "reloaded"]


def line():
    return f"{random.choice(HOSTS)} {random.choice(VERBS)} in {random.randint(100, 99999)} ms\n"


text = "".join(line() for _ in range(3000))
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
data = torch.tensor([stoi[c] for c in text])

BATCH, STEP = 16, 50


def batchify(stream):
    n = (len(stream) - 1) // BATCH
    x = stream[: n * BATCH].view(BATCH, n)
    y = stream[1 : n * BATCH + 1].view(BATCH, n)
    return x, y


cut = int(0.9 * len(data))
train_x, train_y = batchify(data[:cut])
valid_x, valid_y = batchify(data[cut:])


class CharLSTM(nn.Module):
    def __init__(self, vocab, emb=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, vocab)

    def forward(self, x, state=None):
        out, state = self.lstm(self.emb(x), state)
        return self.fc(out), state


model = CharLSTM(len(chars))
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
criterion = nn.CrossEntropyLoss()


def pieces(x, y):
    for i in range(0, x.size(1) - STEP + 1, STEP):
        yield x[:, i : i + STEP], y[:, i : i + STEP]


for epoch in range(4):
    model.train()
    state = None
    total, n = 0.0, 0
    for xb, yb in pieces(train_x, train_y):
        logits, state = model(xb, state)
        loss = criterion(logits.flatten(0, 1), yb.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
        n += 1

    model.eval()
    with torch.no_grad():
        state, vloss, m = None, 0.0, 0
        for xb, yb in pieces(valid_x, valid_y):
            logits, state = model(xb, state)
            vloss += criterion(logits.flatten(0, 1), yb.flatten()).item()
            m += 1
    print(f"epoch {epoch + 1}: train {total / n:.3f}  valid {vloss / m:.3f}")
