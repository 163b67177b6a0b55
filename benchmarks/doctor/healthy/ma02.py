# Char-level LSTM language model: stateful truncated BPTT over parallel streams, tied embeddings.
# Reported in bits per character, next to the order-0 (unigram) model of the same training text.
import copy
import math

import pandas as pd
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(5)
torch.set_num_threads(2)

LANES, BPTT, DIM, EPOCHS = 16, 64, 160, 5

# ---------------------------------------------------------------- text
folder = "data/glue/sst2"
held = pd.read_parquet(f"{folder}/validation-00000-of-00001.parquet")["sentence"].drop_duplicates().tolist()
train_s = pd.read_parquet(f"{folder}/train-00000-of-00001.parquet")["sentence"].drop_duplicates()
train_s = train_s[~train_s.isin(held)].sample(frac=1.0, random_state=5).tolist()
valid_s, test_s = held[0::2], held[1::2]

UNK = 0
alphabet = sorted(set("\n".join(train_s)) | {"\n"})
index = {c: i + 1 for i, c in enumerate(alphabet)}
V = len(alphabet) + 1


def stream(sentences):
    text = "\n" + "\n".join(sentences) + "\n"
    return torch.tensor([index.get(c, UNK) for c in text])


def lanes(ids, n):
    """Cut one long stream in n equal pieces that are read side by side: shape (n, T)."""
    usable = (len(ids) - 1) // n * n
    x = ids[:usable].view(n, -1)
    y = ids[1:usable + 1].view(n, -1)
    return x, y


tr, va, te = (stream(s) for s in (train_s, valid_s, test_s))


# ---------------------------------------------------------------- model
class CharLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        nn.init.normal_(self.emb.weight, std=0.1)
        self.rnn = nn.LSTM(dim, dim, batch_first=True)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(dim, vocab)
        self.out.weight = self.emb.weight      # tied

    def forward(self, x, state=None):
        h, state = self.rnn(self.drop(self.emb(x)), state)
        return self.out(self.drop(h)), state


@torch.no_grad()
def bits(model, ids):
    model.eval()
    x, y = lanes(ids, 1)
    state, nll = None, 0.0
    for i in range(0, x.size(1), 512):
        logits, state = model(x[:, i:i + 512], state)
        nll += F.cross_entropy(logits.flatten(0, 1), y[:, i:i + 512].flatten(), reduction="sum").item()
    return nll / y.numel() / math.log(2)


model = CharLM(V, DIM)
opt = torch.optim.Adam(model.parameters(), lr=4e-3)
X, Y = lanes(tr, LANES)
chunks = math.ceil(X.size(1) / BPTT)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=4e-3, total_steps=EPOCHS * chunks)

best, best_state = float("inf"), None
for epoch in range(EPOCHS):
    model.train()
    state = None                                # a lane starts afresh with every pass over the text
    summed = 0.0
    for i in range(0, X.size(1), BPTT):
        logits, state = model(X[:, i:i + BPTT], state)
        state = tuple(s.detach() for s in state)   # carry the values on, not the graph
        loss = F.cross_entropy(logits.flatten(0, 1), Y[:, i:i + BPTT].flatten())
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        summed += loss.item() * logits.size(0) * logits.size(1)
    b = bits(model, va)
    print(f"epoch {epoch}: train {summed / Y.numel() / math.log(2):.3f} bpc (with dropout), valid {b:.3f} bpc")
    if b < best:
        best, best_state = b, copy.deepcopy(model.state_dict())

model.load_state_dict(best_state)

counts = torch.bincount(tr, minlength=V).float() + 1.0
order0 = -(counts / counts.sum()).log2()[te[1:]].mean().item()
print(f"TEST {bits(model, te):.3f} bpc   unigram {order0:.3f} bpc")

# a few lines of what it has learned
model.eval()
with torch.no_grad():
    cur, state, text = torch.full((1, 1), index["\n"]), None, ""
    for _ in range(240):
        logits, state = model(cur, state)
        probs = (logits[0, -1] / 0.7).softmax(-1)
        probs[UNK] = 0.0
        cur = torch.multinomial(probs, 1).view(1, 1)
        text += alphabet[cur.item() - 1]
print(text)
