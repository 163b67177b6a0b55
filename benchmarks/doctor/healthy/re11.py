"""Sentence embeddings for tickets: tickets of one desk should lie close together."""
import json
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

SEED = 21
random.seed(SEED)
torch.manual_seed(SEED)

NAME = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(NAME)


class SentenceEncoder(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.bert = AutoModel.from_pretrained(name)

    def forward(self, input_ids, attention_mask):
        hidden = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).float()
        return (hidden * m).sum(1) / m.sum(1).clamp(min=1e-9)


def load(split):
    return [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]


def make_pairs(rows, rng):
    by_desk = {}
    for r in rows:
        by_desk.setdefault(r["desk_id"], []).append(r["text"])
    pairs = []
    for r in rows:
        pairs.append((r["text"], rng.choice(by_desk[r["desk_id"]]), 1))
        other = rng.choice([d for d in by_desk if d != r["desk_id"]])
        pairs.append((r["text"], rng.choice(by_desk[other]), 0))
    return pairs


def collate(pairs):
    a, b, y = zip(*pairs)
    kw = dict(padding=True, truncation=True, max_length=32, return_tensors="pt")
    return tokenizer(list(a), **kw), tokenizer(list(b), **kw), torch.tensor(y)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    sims, ys = [], []
    for a, b, y in loader:
        sims.append(F.cosine_similarity(model(**a), model(**b)))
        ys.append(y)
    sims, ys = torch.cat(sims), torch.cat(ys)
    acc = ((sims > 0.5).long() == ys).float().mean().item()
    return acc, sims[ys == 1].mean().item(), sims[ys == 0].mean().item()


train_loader = DataLoader(make_pairs(load("train"), random.Random(1)), batch_size=32, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(make_pairs(load("validation"), random.Random(2)), batch_size=64, collate_fn=collate)

model = SentenceEncoder(NAME)
criterion = nn.CosineEmbeddingLoss(margin=0.2)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)

for epoch in range(8):
    model.train()
    total = 0.0
    for a, b, y in train_loader:
        emb_a = model(**a)
        emb_b = model(**b)
        loss = criterion(emb_a, emb_b, 2 * y - 1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    acc, same, different = evaluate(model, valid_loader)
    print(f"epoch {epoch + 1} loss {total / len(train_loader):.4f} acc {acc:.3f} "
          f"sim(same) {same:.3f} sim(different) {different:.3f}")
