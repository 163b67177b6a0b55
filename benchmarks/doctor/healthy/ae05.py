import json
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.metrics import roc_auc_score
from transformers import AutoModel, AutoTokenizer

SEED = 13
random.seed(SEED)
torch.manual_seed(SEED)


def read_rows(split):
    return [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]


def make_pairs(rows, n):
    """half of the pairs from one desk, half from two"""
    by_desk = {}
    for r in rows:
        by_desk.setdefault(r["desk_id"], []).append(r["text"])
    pairs = []
    for i in range(n):
        if i % 2 == 0:
            d = random.choice(list(by_desk))
            a, b = random.sample(by_desk[d], 2)
            pairs.append((a, b, 1))
        else:
            d1, d2 = random.sample(list(by_desk), 2)
            pairs.append((random.choice(by_desk[d1]), random.choice(by_desk[d2]), -1))
    random.shuffle(pairs)
    return pairs


class SentenceEncoder(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        return (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)


tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = SentenceEncoder("checkpoints/tickets")


def embed(texts):
    enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    return model(enc["input_ids"], enc["attention_mask"])


@torch.no_grad()
def evaluate(pairs):
    model.eval()
    sims = F.cosine_similarity(embed([p[0] for p in pairs]), embed([p[1] for p in pairs])).numpy()
    same = np.array([p[2] for p in pairs]) == 1
    return roc_auc_score(same, sims), sims[same].mean(), sims[~same].mean()


train_pairs = make_pairs(read_rows("train"), 800)
val_pairs = make_pairs(read_rows("validation"), 200)

criterion = nn.CosineEmbeddingLoss(margin=0.2)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
batch_size = 32

print("before: auc %.3f  same %.3f  different %.3f" % evaluate(val_pairs))
for epoch in range(6):
    model.train()
    random.shuffle(train_pairs)
    total = 0
    for i in range(0, len(train_pairs), batch_size):
        a, b, y = zip(*train_pairs[i : i + batch_size])
        loss = criterion(embed(list(a)), embed(list(b)), torch.tensor(y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch} loss {total * batch_size / len(train_pairs):.4f}", end="  ")
    print("auc %.3f  same %.3f  different %.3f" % evaluate(val_pairs))
