# Character LSTM, read as one long stream (the state goes on from piece to piece).
import random

import torch
import torch.nn as nn

random.seed(4)
torch.manual_seed(4)

SUBJECTS = ["the old sailor", "my sister", "a young doctor", "the baker", "our teacher"]
VERBS = ["found", "sold", "painted", "repaired", "forgot"]
OBJECTS = ["a lantern", "two boats", "the red chair", "her piano", "some apples"]
ENDS = ["on monday", "in the harbour", "after lunch", "without a word"]

text = " ".join(
    f"{random.choice(SUBJECTS)} {random.choice(VERBS)} {random.choice(OBJECTS)} {random.choice(ENDS)} in {random.randint(1900, 2025)}."
    for _ in range(900)
)
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
data = torch.tensor([stoi[c] for c in text])
cut = int(0.9 * len(data))

ROWS, WINDOW = 16, 32


def streams(ids, rows):
    """Cut the text into `rows` parallel streams: shape (rows, length)."""
    length = len(ids) // rows
    return ids[: rows * length].view(rows, length)


def pieces(table):
    for i in range(0, table.size(1) - 1, WINDOW):
        n = min(WINDOW, table.size(1) - 1 - i)
        yield table[:, i:i + n], table[:, i + 1:i + 1 + n]


class CharLSTM(nn.Module):
    def __init__(self, vocab, emb=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, vocab)

    def forward(self, x, state=None):
        out, state = self.lstm(self.emb(x), state)
        return self.fc(out), state


train_table = streams(data[:cut], ROWS)
val_table = streams(data[cut:], ROWS)
model = CharLSTM(len(chars))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)

for epoch in range(6):
    model.train()
    state, total, n = None, 0.0, 0
    for x, y in pieces(train_table):
        logits, state = model(x, state)
        loss = criterion(logits.reshape(-1, len(chars)), y.reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * y.numel()
        n += y.numel()

    model.eval()
    vstate, vtotal, vn = None, 0.0, 0
    with torch.no_grad():
        for x, y in pieces(val_table):
            logits, vstate = model(x, vstate)
            vtotal += criterion(logits.reshape(-1, len(chars)), y.reshape(-1)).item() * y.numel()
            vn += y.numel()
    print(f"epoch {epoch + 1}  train {total / n:.3f}  val {vtotal / vn:.3f} nats per character")
