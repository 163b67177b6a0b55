"""LSTM over token sequences of different lengths (packed), reading the last hidden state."""
import json
from collections import Counter
from pathlib import Path

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

torch.manual_seed(2)
ROOT = Path("data") / "prices"
PAD, UNK = 0, 1

def read(split):
    with open(ROOT / f"{split}.jsonl") as f:
        return [(r["text"].split(), float(r["price"])) for r in map(json.loads, f)]


train, val, test = read("train"), read("validation"), read("test")
seen = {tuple(t) for t, _ in train}  # the splits share a few advertisements: measure on new ones only
val, test = ([row for row in part if tuple(row[0]) not in seen] for part in (val, test))
vocab = {w: i + 2 for i, (w, _) in enumerate(Counter(w for t, _ in train for w in t).most_common())}
prices = torch.tensor([p for _, p in train])
MEAN, STD = prices.mean(), prices.std()

def collate(rows):
    ids = [torch.tensor([vocab.get(w, UNK) for w in toks]) for toks, _ in rows]
    lengths = torch.tensor([len(i) for i in ids])
    target = torch.tensor([p for _, p in rows])
    return pad_sequence(ids, batch_first=True, padding_value=PAD), lengths, target

class PriceLSTM(nn.Module):
    def __init__(self, n_words, emb=32, hid=48):
        super().__init__()
        self.emb = nn.Embedding(n_words, emb, padding_idx=PAD)
        self.lstm = nn.LSTM(emb, hid, batch_first=True)
        self.out = nn.Linear(hid, 1)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.emb(ids), lengths, batch_first=True, enforce_sorted=False)
        _, (h_n, _) = self.lstm(packed)
        return self.out(h_n[-1]).squeeze(-1)


model = PriceLSTM(len(vocab) + 2)
opt = torch.optim.Adam(model.parameters(), lr=4e-3)
sched = torch.optim.lr_scheduler.MultiStepLR(opt, milestones=[15, 22], gamma=0.3)


@torch.no_grad()
def mae(rows):
    model.eval()
    err = [(model(ids, n) * STD + MEAN - y).abs() for ids, n, y in DataLoader(rows, 64, collate_fn=collate)]
    return torch.cat(err).mean().item()


print("always the mean of train: MAE %.0f" % torch.tensor([abs(p - MEAN) for _, p in test]).mean())
for epoch in range(1, 29):
    model.train()
    for ids, n, y in DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate):
        loss = nn.functional.mse_loss(model(ids, n), (y - MEAN) / STD)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    sched.step()
    if epoch % 7 == 0:
        print(f"epoch {epoch:2d}  MAE train {mae(train):.0f}  validation {mae(val):.0f}")
print(f"test MAE {mae(test):.0f}")
