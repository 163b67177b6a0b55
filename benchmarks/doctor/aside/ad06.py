import json
import torch
from torch import nn

torch.manual_seed(11)

lines = [json.loads(l) for l in open("data/steps/train.jsonl")]
text = "\n".join(l["prompt"].split(" : ")[1] + " : " + l["steps"] for l in lines) + "\n"
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
itos = dict(enumerate(chars))
data = torch.tensor([stoi[c] for c in text])
print(len(text), "characters,", len(chars), "different")

BATCH, SEQ = 16, 40
n = len(data) // BATCH
stream = data[: n * BATCH].view(BATCH, n)


class CharLSTM(nn.Module):
    def __init__(self, vocab, emb=32, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, vocab)

    def forward(self, x, state=None):
        h, state = self.lstm(self.emb(x), state)
        return self.fc(h), state


net = CharLSTM(len(chars))
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
ce = nn.CrossEntropyLoss()

for epoch in range(18):
    state = None
    losses = []
    for i in range(0, n - SEQ - 1, SEQ):
        x = stream[:, i:i + SEQ]
        y = stream[:, i + 1:i + SEQ + 1]
        logits, state = net(x, state)
        loss = ce(logits.reshape(-1, len(chars)), y.reshape(-1))
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        losses.append(loss.item())
    if epoch % 3 == 2:
        print("epoch", epoch + 1, "loss", round(sum(losses) / len(losses), 4))


def write(start, limit=60):
    net.eval()
    out = start
    x = torch.tensor([[stoi[c] for c in start]])
    state = None
    with torch.no_grad():
        for _ in range(limit):
            logits, state = net(x, state)
            k = logits[0, -1].argmax().item()
            if itos[k] == "\n":
                break
            out += itos[k]
            x = torch.tensor([[k]])
    return out


known = {l["prompt"].split(" : ")[1]: l["steps"] for l in lines}
ok = 0
for verb, steps in known.items():
    got = write("\n" + verb + " : ").strip()
    ok += got == f"{verb} : {steps}"
    print(got)
print("right:", ok, "of", len(known))
