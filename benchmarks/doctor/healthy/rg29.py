import json
import math
import torch
import torch.nn as nn

torch.manual_seed(21)

lines = [json.loads(l)["text"] for l in open("data/tickets/train.jsonl")]
text = "\n".join(lines) + "\n"
held_out = "\n".join(json.loads(l)["text"] for l in open("data/tickets/validation.jsonl")) + "\n"
chars = sorted(set(text) | set(held_out))
stoi = {c: i for i, c in enumerate(chars)}
itos = dict(enumerate(chars))
encode = lambda s: torch.tensor([stoi[c] for c in s])
print(len(text), "characters,", len(chars), "different")


class CharLSTM(nn.Module):
    def __init__(self, vocab, emb=32, hidden=128):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, vocab)

    def forward(self, x, state=None):
        h, state = self.lstm(self.emb(x), state)
        return self.fc(h), state


def streams(data, batch_size):
    n = (len(data) - 1) // batch_size
    x = data[:n * batch_size].view(batch_size, n)
    y = data[1:n * batch_size + 1].view(batch_size, n)
    return x, y


BATCH, BPTT = 16, 50
x_all, y_all = streams(encode(text), BATCH)
x_val, y_val = streams(encode(held_out), 4)
model = CharLSTM(len(chars))
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
crit = nn.CrossEntropyLoss()

for epoch in range(6):
    model.train()
    state, total, count = None, 0.0, 0
    for i in range(0, x_all.size(1), BPTT):
        x, y = x_all[:, i:i + BPTT], y_all[:, i:i + BPTT]
        if state is not None:
            state = tuple(s.detach() for s in state)
        logits, state = model(x, state)
        loss = crit(logits.reshape(-1, len(chars)), y.reshape(-1))
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        total += loss.item() * y.numel()
        count += y.numel()
    model.eval()
    with torch.no_grad():
        logits, _ = model(x_val)
        val = crit(logits.reshape(-1, len(chars)), y_val.reshape(-1)).item()
    print(f"epoch {epoch + 1}: train {total / count:.4f} val {val:.4f} bits per char {val / math.log(2):.3f}")


@torch.no_grad()
def sample(start, n=120, temperature=0.7):
    model.eval()
    logits, state = model(encode(start).unsqueeze(0))
    out = start
    for _ in range(n):
        p = torch.softmax(logits[0, -1] / temperature, dim=0)
        c = torch.multinomial(p, 1)
        out += itos[c.item()]
        logits, state = model(c.view(1, 1), state)
    return out


print(sample("good morning . my "))
