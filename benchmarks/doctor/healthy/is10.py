# Lab notebook 2: BiLSTM tagger from scratch (PyTorch), names in short sentences
# In[1]
import json
import random
from collections import Counter

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

random.seed(3)
torch.manual_seed(3)
PAD_TAG = -100

# In[2]
def read(name):
    with open(f"data/tags/{name}.jsonl") as f:
        return [(r["words"], r["tags"]) for r in map(json.loads, f)]

train, val, test = read("train"), read("validation"), read("test")
key = lambda pair: " ".join(pair[0])
train_keys = {key(p) for p in train}
val = [p for p in val if key(p) not in train_keys]
dev_keys = train_keys | {key(p) for p in val}
test = [p for p in test if key(p) not in dev_keys]
n_tags = max(t for _, tags in train for t in tags) + 1
print(len(train), len(val), len(test), "tags:", Counter(t for _, tags in train for t in tags))

# In[3] vocabularies of words and of characters, from the training sentences only
counts = Counter(w for words, _ in train for w in words)
vocab = {"<pad>": 0, "<unk>": 1} | {w: i + 2 for i, w in enumerate(sorted(w for w, c in counts.items() if c > 1))}
chars = {"<pad>": 0, "<unk>": 1} | {c: i + 2 for i, c in enumerate(sorted({c for w in counts for c in w}))}
print(len(vocab), "words,", len(chars), "characters")
MAX_CHARS = 12

def word_ids(words):
    return torch.tensor([vocab.get(w, 1) for w in words])

def char_ids(words):
    rows = [[chars.get(c, 1) for c in w[-MAX_CHARS:]] for w in words]     # the ending tells most
    return torch.tensor([r + [0] * (MAX_CHARS - len(r)) for r in rows])

def collate(batch):
    words, tags = zip(*batch)
    lengths = torch.tensor([len(w) for w in words])
    return (pad_sequence([word_ids(w) for w in words], batch_first=True),
            pad_sequence([char_ids(w) for w in words], batch_first=True),
            pad_sequence([torch.tensor(t) for t in tags], batch_first=True, padding_value=PAD_TAG),
            lengths)

train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val, batch_size=64, collate_fn=collate)
test_dl = DataLoader(test, batch_size=64, collate_fn=collate)

# In[4]
class Tagger(nn.Module):
    def __init__(self, dim=48, hidden=48):
        super().__init__()
        self.words = nn.Embedding(len(vocab), dim, padding_idx=0)
        self.chars = nn.Embedding(len(chars), 16, padding_idx=0)
        self.conv = nn.Conv1d(16, 32, kernel_size=3, padding=1)
        self.drop = nn.Dropout(0.3)
        self.lstm = nn.LSTM(dim + 32, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, n_tags)

    def forward(self, w, c, lengths):
        b, t, k = c.shape
        ch = self.chars(c.reshape(b * t, k)).transpose(1, 2)
        ch = torch.relu(self.conv(ch)).amax(dim=2).reshape(b, t, -1)
        x = self.drop(torch.cat([self.words(w), ch], dim=-1))
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=t)
        return self.out(self.drop(h))

# In[5]
@torch.no_grad()
def micro_f1(model, loader):
    model.eval()
    hit = said = gold = 0
    for w, c, y, n in loader:
        p = model(w, c, n).argmax(-1)
        real = y != PAD_TAG
        hit += ((p == y) & (y > 0) & real).sum().item()
        said += ((p > 0) & real).sum().item()
        gold += ((y > 0) & real).sum().item()
    return 2 * hit / max(said + gold, 1)

model = Tagger()
loss_fn = nn.CrossEntropyLoss(ignore_index=PAD_TAG)
opt = torch.optim.Adam(model.parameters(), lr=4e-3)
best, best_state = -1.0, None
for epoch in range(15):
    model.train()
    total = 0.0
    for w, c, y, n in train_dl:
        opt.zero_grad()
        loss = loss_fn(model(w, c, n).flatten(0, 1), y.flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        opt.step()
        total += loss.item()
    f1 = micro_f1(model, val_dl)
    if f1 > best:
        best, best_state = f1, {k: v.clone() for k, v in model.state_dict().items()}
    print(f"epoch {epoch:2d} loss {total / len(train_dl):.3f} val f1 {f1:.3f}")

# In[6]
model.load_state_dict(best_state)
print(f"test f1 {micro_f1(model, test_dl):.3f}")
