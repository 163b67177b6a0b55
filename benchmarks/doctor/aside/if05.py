# which language does a (made-up) surname come from? char-LSTM on my own little data set
import random

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.utils.data import DataLoader, Dataset

random.seed(5)
torch.manual_seed(5)

ENDINGS = {"nordic": ["sen", "qvist", "lund"], "slavic": ["ovich", "enko", "ski"], "latin": ["ini", "ez", "elli"]}
LANGS = sorted(ENDINGS)
CHARS = "abcdefghijklmnopqrstuvwxyz"
stoi = {c: i + 1 for i, c in enumerate(CHARS)}  # 0 is kept for padding


def invent_name(lang):
    stem = "".join(random.choice("bdfgklmnprt") + random.choice("aeiou") for _ in range(random.randint(1, 4)))
    return stem + random.choice(ENDINGS[lang])


class NameDataset(Dataset):
    """One item = one surname."""

    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        name, lang = self.rows[index]
        ids = torch.tensor([stoi[c] for c in name], dtype=torch.long)
        return {"ids": ids, "length": len(ids), "label": LANGS.index(lang)}


class NameClassifier(nn.Module):
    def __init__(self, emb=24, hid=48):
        super().__init__()
        self.emb = nn.Embedding(len(CHARS) + 1, emb, padding_idx=0)
        self.rnn = nn.LSTM(emb, hid, batch_first=True)
        self.out = nn.Linear(hid, len(LANGS))

    def forward(self, ids, length):
        packed = pack_padded_sequence(self.emb(ids), length.cpu(), batch_first=True, enforce_sorted=False)
        _, (h, _) = self.rnn(packed)
        return self.out(h[-1])


# distinct names only, so that no name is on both sides
names = {}
while len(names) < 1200:
    lang = random.choice(LANGS)
    names.setdefault(invent_name(lang), lang)
rows = list(names.items())
random.shuffle(rows)
train_ds, val_ds = NameDataset(rows[:960]), NameDataset(rows[960:])

train_dl = DataLoader(train_ds, batch_size=32, shuffle=True)
val_dl = DataLoader(val_ds, batch_size=128)

model = NameClassifier()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(6):
    model.train()
    running = 0.0
    for batch in train_dl:
        opt.zero_grad()
        loss = loss_fn(model(batch["ids"], batch["length"]), batch["label"])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        running += loss.item() * len(batch["label"])

    model.eval()
    right = 0
    with torch.no_grad():
        for batch in val_dl:
            right += (model(batch["ids"], batch["length"]).argmax(1) == batch["label"]).sum().item()
    print(f"epoch {epoch}  loss {running / len(train_ds):.3f}  val acc {right / len(val_ds):.3f}")
