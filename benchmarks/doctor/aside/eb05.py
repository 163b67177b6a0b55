"""Character model on a made-up text, truncated back-propagation through time."""
import random
from pathlib import Path

import torch
from torch import nn

random.seed(0)
torch.manual_seed(0)
out_dir = Path("out/eb05")
out_dir.mkdir(parents=True, exist_ok=True)

# ---- text -------------------------------------------------------------
subjects = ["the fox", "a sailor", "my aunt", "the baker", "a child"]
verbs = ["sees", "paints", "carries", "forgets", "sells"]
objects = ["the bread", "a lantern", "two boats", "an old map", "the garden"]
sentences = [f"{random.choice(subjects)} {random.choice(verbs)} {random.choice(objects)}. " for _ in range(1500)]
text = "".join(sentences)
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
ids = torch.tensor([stoi[c] for c in text])
cut = int(0.9 * len(ids))

BATCH, STEPS = 16, 40


def batchify(seq):
    n = len(seq) // BATCH
    return seq[: n * BATCH].view(BATCH, n)


train_ids, valid_ids = batchify(ids[:cut]), batchify(ids[cut:])


def windows(block):
    """Consecutive windows: row b of one window goes on in row b of the next."""
    for i in range(0, block.size(1) - 1 - STEPS, STEPS):
        yield block[:, i : i + STEPS], block[:, i + 1 : i + 1 + STEPS]


# ---- model ------------------------------------------------------------
class CharLSTM(nn.Module):
    def __init__(self, vocab, emb=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)
        self.hidden = hidden

    def initial(self):
        return torch.zeros(1, BATCH, self.hidden), torch.zeros(1, BATCH, self.hidden)

    def forward(self, x, state):
        h, state = self.lstm(self.emb(x), state)
        return self.out(h), state


net = CharLSTM(len(chars))
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
criterion = nn.CrossEntropyLoss()

# ---- training ---------------------------------------------------------
for epoch in range(4):
    net.train()
    state = net.initial()
    losses = []
    for x, y in windows(train_ids):
        logits, state = net(x, state)
        loss = criterion(logits.reshape(-1, len(chars)), y.reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())

    net.eval()
    with torch.no_grad():
        state = net.initial()
        v = []
        for x, y in windows(valid_ids):
            logits, state = net(x, state)
            v.append(criterion(logits.reshape(-1, len(chars)), y.reshape(-1)).item())
    print(f"epoch {epoch}: train {sum(losses) / len(losses):.3f} nats, valid {sum(v) / len(v):.3f} nats")

torch.save(net.state_dict(), out_dir / "charlstm.pt")
