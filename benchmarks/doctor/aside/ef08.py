# Character level language model with a GRU, after Karpathy's min-char-rnn
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(5)
torch.manual_seed(5)

# --- the corpus: little sentences from a little grammar -----------------------
NOUNS = ["cat", "dog", "bird", "horse", "fox"]
VERBS = ["sees", "likes", "follows", "hears"]
PLACES = ["in the garden", "by the river", "at night", "on the hill"]


sentences = [f"the {a} {v} the {b} {p}.\n"
             for a in NOUNS for b in NOUNS if a != b for v in VERBS for p in PLACES]
random.shuffle(sentences)
held_out, known = sentences[:40], sentences[40:]     # 40 sentences only for validation
train_text = "".join(random.choices(known, k=1500))
val_text = "".join(random.choices(held_out, k=150))
chars = sorted(set(train_text))
char2idx = {c: i for i, c in enumerate(chars)}
idx2char = dict(enumerate(chars))
V = len(chars)


def encode(text):
    return torch.tensor([char2idx[c] for c in text], dtype=torch.long)


def to_streams(ids, n_streams):
    """cut the text into n_streams long parallel streams: (n_streams, length)"""
    length = len(ids) // n_streams
    return ids[: n_streams * length].view(n_streams, length)


# --- the model ----------------------------------------------------------------
class CharRNN(nn.Module):
    def __init__(self, vocab, emb=24, hidden=96):
        super().__init__()
        self.hidden_size = hidden
        self.emb = nn.Embedding(vocab, emb)
        self.gru = nn.GRU(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, x, h):
        y, h = self.gru(self.emb(x), h)
        return self.out(y), h

    def init_hidden(self, batch):
        return torch.zeros(1, batch, self.hidden_size)


BATCH, SEQ = 16, 40
train_data = to_streams(encode(train_text), BATCH)
val_data = to_streams(encode(val_text), BATCH)
model = CharRNN(V)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)


def validate():
    model.eval()
    with torch.no_grad():
        logits, _ = model(val_data[:, :-1], model.init_hidden(BATCH))
        return F.cross_entropy(logits.reshape(-1, V), val_data[:, 1:].reshape(-1)).item()


def sample(start="the ", n=80):
    model.eval()
    h = model.init_hidden(1)
    x, text = encode(start).unsqueeze(0), start
    with torch.no_grad():
        for _ in range(n):
            logits, h = model(x, h)
            nxt = torch.multinomial(F.softmax(logits[0, -1], dim=-1), 1).item()
            text += idx2char[nxt]
            x = torch.tensor([[nxt]])
    return text


# --- training -------------------------------------------------------------------
for epoch in range(4):
    model.train()
    hidden = model.init_hidden(BATCH)
    losses = []
    # walk along the streams, the hidden state is kept from chunk to chunk
    for i in range(0, train_data.size(1) - 1 - SEQ, SEQ):
        x = train_data[:, i:i + SEQ]
        y = train_data[:, i + 1:i + SEQ + 1]
        optimizer.zero_grad()
        logits, hidden = model(x, hidden)
        loss = F.cross_entropy(logits.reshape(-1, V), y.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        losses.append(loss.item())
    val = validate()
    print(f"epoch {epoch + 1}: train {sum(losses) / len(losses):.3f} "
          f"val {val:.3f} (perplexity {math.exp(val):.2f})")

print(sample())
