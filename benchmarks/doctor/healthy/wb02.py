# Which desk does a ticket go to? Bag of words with nn.EmbeddingBag (no length limit needed).
import json
import random
from collections import Counter

import torch
import torch.nn.functional as F

random.seed(0)
torch.manual_seed(0)


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as fh:
        return [json.loads(line) for line in fh]


train, dev, test = read("train"), read("validation"), read("test")
# some texts lie in more than one split: each text stays in one place only
test_texts = {r["text"] for r in test}
dev = [r for r in dev if r["text"] not in test_texts]
held_out = test_texts | {r["text"] for r in dev}
train = [r for r in train if r["text"] not in held_out]
print(len(train), "train", len(dev), "dev", len(test), "test")

counts = Counter(w for r in train for w in r["text"].split())
vocab = {"<unk>": 0}
for word, c in counts.most_common():
    if c >= 2:
        vocab[word] = len(vocab)


def collate(rows):
    ids, offsets = [], []
    for r in rows:
        offsets.append(len(ids))
        ids.extend(vocab.get(w, 0) for w in r["text"].split())
    y = torch.tensor([r["desk_id"] for r in rows])
    return torch.tensor(ids), torch.tensor(offsets), y


class Bag(torch.nn.Module):
    def __init__(self, n_words, n_out=4, dim=48):
        super().__init__()
        self.emb = torch.nn.EmbeddingBag(n_words, dim, mode="mean")
        self.hidden = torch.nn.Linear(dim, 64)
        self.out = torch.nn.Linear(64, n_out)

    def forward(self, ids, offsets):
        return self.out(F.relu(self.hidden(self.emb(ids, offsets))))


def accuracy(model, rows):
    model.eval()
    with torch.no_grad():
        ids, offsets, y = collate(rows)
        return (model(ids, offsets).argmax(dim=-1) == y).float().mean().item()


model = Bag(len(vocab))
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
best, kept = -1.0, None
for epoch in range(40):
    model.train()
    random.shuffle(train)
    total = 0.0
    for i in range(0, len(train), 32):
        ids, offsets, y = collate(train[i:i + 32])
        loss = F.cross_entropy(model(ids, offsets), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(y)
    acc = accuracy(model, dev)
    if acc > best:
        best = acc
        kept = {k: v.clone() for k, v in model.state_dict().items()}
    if epoch % 5 == 4:
        print(f"{epoch + 1:3d}  train loss {total / len(train):.3f}  dev acc {acc:.3f}")

model.load_state_dict(kept)
majority = Counter(r["desk_id"] for r in train).most_common(1)[0][0]
baseline = sum(r["desk_id"] == majority for r in test) / len(test)
print(f"dev {best:.3f}  test {accuracy(model, test):.3f}  (majority class {baseline:.3f})")
