"""Sentence embeddings for paraphrase search (MRPC pairs), multiple-negatives ranking loss.

Anchor = sentence1, positive = sentence2 of a paraphrase pair, the other positives of the batch are the negatives.
"""
import numpy as np
import pandas as pd
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(21)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


class SentenceEncoder(nn.Module):
    def __init__(self, path, dim=64):
        super().__init__()
        self.bert = AutoModel.from_pretrained(path, add_pooling_layer=False)
        self.proj = nn.Linear(self.bert.config.hidden_size, dim)
        self.log_scale = nn.Parameter(torch.tensor(np.log(15.0), dtype=torch.float))

    def forward(self, texts):
        enc = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
        h = self.bert(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]).last_hidden_state
        m = enc["attention_mask"].unsqueeze(-1).to(h.dtype)
        pooled = (h * m).sum(1) / m.sum(1)
        return F.normalize(self.proj(pooled), dim=-1)


def frame(split):
    return pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")


train, valid = frame("train"), frame("validation")
pos = train[train.label == 1]
held = set(valid.sentence1) | set(valid.sentence2)
pos = pos[~pos.sentence1.isin(held) & ~pos.sentence2.isin(held)]
# the same sentence twice in a batch would be a wrong negative
pos = pos.drop_duplicates("sentence1").drop_duplicates("sentence2")
pairs = list(zip(pos.sentence1, pos.sentence2))
loader = DataLoader(pairs, batch_size=48, shuffle=True, drop_last=True, collate_fn=lambda b: tuple(map(list, zip(*b))))
print(f"{len(pairs)} training pairs")

model = SentenceEncoder("checkpoints/bert")


@torch.no_grad()
def embed(texts):
    model.eval()
    return torch.cat([model(list(texts[i : i + 100])) for i in range(0, len(texts), 100)])


def validate():
    a, b = embed(valid.sentence1.tolist()), embed(valid.sentence2.tolist())
    # search: the second sentences of all validation pairs are the collection, queries are the true paraphrases
    q = torch.tensor(np.flatnonzero(valid.label.to_numpy() == 1))
    sims = a[q] @ b.T
    own = sims.gather(1, q[:, None])
    rank = 1 + (sims > own).sum(1)
    return (1.0 / rank).mean().item(), (rank == 1).float().mean().item()


EPOCHS = 2
opt = torch.optim.AdamW(
    [
        {"params": model.bert.parameters(), "lr": 3e-4},
        {"params": [*model.proj.parameters(), model.log_scale], "lr": 1e-3, "weight_decay": 0.0},
    ],
    weight_decay=0.01,
)
warm = 10
total = EPOCHS * len(loader)
sched = torch.optim.lr_scheduler.SequentialLR(
    opt,
    [
        torch.optim.lr_scheduler.LinearLR(opt, 0.1, 1.0, warm),
        torch.optim.lr_scheduler.CosineAnnealingLR(opt, total - warm),
    ],
    milestones=[warm],
)

print("epoch 0: MRR %.3f  recall@1 %.3f" % validate())
for epoch in range(1, EPOCHS + 1):
    model.train()
    s = 0.0
    for first, second in loader:
        logits = model(first) @ model(second).T * model.log_scale.exp().clamp(max=100)
        target = torch.arange(len(first))
        loss = 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target))
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        s += loss.item()
    print(f"epoch {epoch}: loss {s / len(loader):.3f} " + "MRR %.3f  recall@1 %.3f" % validate())
