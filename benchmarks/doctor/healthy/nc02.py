# Which desk gets the ticket? Bag of embeddings with a vocabulary of our own.
import json
from collections import Counter
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader

torch.manual_seed(4)
DATA = Path("data/tickets")
OUT = Path("out/nc02")
OUT.mkdir(parents=True, exist_ok=True)


def read(split):
    with open(DATA / f"{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def unique(rows, banned=()):
    """Each text once, and none of the banned ones."""
    seen, kept = set(banned), []
    for r in rows:
        if r["text"] not in seen:
            seen.add(r["text"])
            kept.append(r)
    return kept


test = unique(read("test"))
test_texts = {r["text"] for r in test}
valid = unique(read("validation"), banned=test_texts)
train = unique(read("train"), banned=test_texts | {r["text"] for r in valid})
print("rows after removing doubles:", len(train), len(valid), len(test))

counts = Counter(w for r in train for w in r["text"].split())
itos = ["<unk>"] + [w for w, c in counts.most_common() if c >= 2]
stoi = {w: i for i, w in enumerate(itos)}
names = sorted({(r["desk_id"], r["desk"]) for r in train})
n_labels = len(names)


def collate(rows):
    # EmbeddingBag takes one flat list of ids and the position where every text begins
    flat, offsets = [], []
    for r in rows:
        offsets.append(len(flat))
        flat += [stoi.get(w, 0) for w in r["text"].split()]
    return torch.tensor(flat), torch.tensor(offsets), torch.tensor([r["desk_id"] for r in rows])


class Bag(nn.Module):
    def __init__(self, vocab, dim, labels):
        super().__init__()
        # rare and unknown words (id 0) are left out of the mean
        self.emb = nn.EmbeddingBag(vocab, dim, mode="mean", padding_idx=0)
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(dim, labels))

    def forward(self, ids, offsets):
        return self.head(self.emb(ids, offsets))


model = Bag(len(itos), 48, n_labels)
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
train_loader = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=128, collate_fn=collate)
test_loader = DataLoader(test, batch_size=128, collate_fn=collate)


def score(loader):
    model.eval()
    total, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for ids, off, y in loader:
            out = model(ids, off)
            total += loss_fn(out, y).item() * y.numel()
            hits += (out.argmax(-1) == y).sum().item()
            n += y.numel()
    return total / n, hits / n


best, waited, patience = float("inf"), 0, 6
for epoch in range(1, 81):
    model.train()
    for ids, off, y in train_loader:
        opt.zero_grad()
        loss_fn(model(ids, off), y).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    vl, va = score(valid_loader)
    print(f"epoch {epoch}: valid loss {vl:.3f}, accuracy {va:.3f}")
    if vl < best - 1e-4:
        best, waited = vl, 0
        torch.save(model.state_dict(), OUT / "best.pt")
    else:
        waited += 1
        if waited == patience:
            print("no progress, stop")
            break

model.load_state_dict(torch.load(OUT / "best.pt", weights_only=True))
tl, ta = score(test_loader)
majority = Counter(r["desk_id"] for r in train).most_common(1)[0][0]
base = sum(r["desk_id"] == majority for r in test) / len(test)
print(f"TEST loss {tl:.3f} accuracy {ta:.3f} (always '{dict(names)[majority]}': {base:.3f})")
(OUT / "vocab.json").write_text(json.dumps(itos))
