"""Character level language model on date phrases (stateful LSTM)."""
import json
import math

import torch
import torch.nn as nn

torch.manual_seed(11)
text = "\n".join(json.loads(line)["date"] for line in open("data/dates/train.jsonl")) + "\n"
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
itos = dict(enumerate(chars))
data = torch.tensor([stoi[c] for c in text])
print(f"{len(text)} characters, {len(chars)} different")

batch_size = 16
seq_len = 32
epochs = 15

# batch_size parallel streams of text
n = data.numel() // batch_size
streams = data[: n * batch_size].view(batch_size, n)


class CharLSTM(nn.Module):
    def __init__(self, vocab_size, emb=32, hidden=96, layers=1):
        super().__init__()
        self.layers, self.hidden = layers, hidden
        self.emb = nn.Embedding(vocab_size, emb)
        self.lstm = nn.LSTM(emb, hidden, layers, batch_first=True)
        self.out = nn.Linear(hidden, vocab_size)

    def forward(self, x, state):
        y, state = self.lstm(self.emb(x), state)
        return self.out(y), state

    def init_state(self, bs):
        shape = (self.layers, bs, self.hidden)
        return torch.zeros(shape), torch.zeros(shape)


def sample(model, n_chars=80):
    model.eval()
    state = model.init_state(1)
    x = torch.tensor([[stoi["\n"]]])
    out = []
    with torch.no_grad():
        for _ in range(n_chars):
            logits, state = model(x, state)
            probs = torch.softmax(logits[0, -1] / 0.5, dim=-1)
            x = torch.multinomial(probs, 1).view(1, 1)
            out.append(itos[x.item()])
    return "".join(out)


model = CharLSTM(len(chars))
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(1, epochs + 1):
    model.train()
    state = model.init_state(batch_size)
    total, count = 0.0, 0
    for i in range(0, n - seq_len - 1, seq_len):
        x = streams[:, i:i + seq_len]
        y = streams[:, i + 1:i + seq_len + 1]
        optimizer.zero_grad()
        logits, state = model(x, state)
        loss = criterion(logits.reshape(-1, len(chars)), y.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        total += loss.item()
        count += 1
    print(f"epoch {epoch:2d} | loss {total / count:.3f} | perplexity {math.exp(total / count):.2f}")

print(sample(model))
