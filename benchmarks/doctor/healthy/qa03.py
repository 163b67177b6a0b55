# %% [markdown]
# Token tagging with a hand-written loop. One label per *word*: the first piece of a
# word carries it, the other pieces and the special tokens are ignored by the loss.

# %%
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          get_linear_schedule_with_warmup)

random.seed(0)
torch.manual_seed(0)
torch.set_num_threads(2)
IGNORE = -100
CKPT = "checkpoints/tags"

# %% read; a sentence must live in one split only
raw = {s: [json.loads(l) for l in open(f"data/tags/{s}.jsonl", encoding="utf-8")]
       for s in ("test", "validation", "train")}
taken = set()
data = {}
for split in ("test", "validation", "train"):     # test has first choice
    data[split] = []
    for row in raw[split]:
        key = tuple(row["words"])
        if key not in taken:
            taken.add(key)
            data[split].append(row)
print({k: len(v) for k, v in data.items()})

# %%
tok = AutoTokenizer.from_pretrained(CKPT)
n_labels = 1 + max(t for row in data["train"] for t in row["tags"])


def collate(rows):
    enc = tok([r["words"] for r in rows], is_split_into_words=True, padding=True,
              truncation=True, max_length=64, return_tensors="pt")
    labels = torch.full_like(enc["input_ids"], IGNORE)
    for i, r in enumerate(rows):
        last = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != last:
                labels[i, j] = r["tags"][w]
            last = w
    return enc["input_ids"], enc["attention_mask"], labels


loaders = {
    "train": DataLoader(data["train"], batch_size=16, shuffle=True, collate_fn=collate),
    "validation": DataLoader(data["validation"], batch_size=64, collate_fn=collate),
    "test": DataLoader(data["test"], batch_size=64, collate_fn=collate),
}

# %%
model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=n_labels)
EPOCHS = 15
decay, plain = [], []
for name, p in model.named_parameters():
    (plain if p.ndim == 1 else decay).append(p)   # no decay for biases and LayerNorm
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01},
                               {"params": plain, "weight_decay": 0.0}], lr=1e-3)
total = EPOCHS * len(loaders["train"])
scheduler = get_linear_schedule_with_warmup(optimizer, total // 10, total)


# %%
def score(split):
    """Word accuracy and macro F1 over the labels 1.. (0 is 'nothing')."""
    model.eval()
    conf = torch.zeros(n_labels, n_labels, dtype=torch.long)   # rows: truth
    with torch.no_grad():
        for ids, mask, labels in loaders[split]:
            pred = model(input_ids=ids, attention_mask=mask).logits.argmax(-1)
            keep = labels != IGNORE
            flat = labels[keep] * n_labels + pred[keep]
            conf += torch.bincount(flat, minlength=n_labels ** 2).view(n_labels, n_labels)
    tp = conf.diag().double()
    f1 = 2 * tp / (conf.sum(0) + conf.sum(1)).clamp(min=1)
    return (tp.sum() / conf.sum()).item(), f1[1:].mean().item(), conf


# %%
best_f1, best = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for ids, mask, labels in loaders["train"]:
        optimizer.zero_grad()
        loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    acc, f1, _ = score("validation")
    print(f"{epoch:2d} loss {running / len(loaders['train']):.3f}  val acc {acc:.3f}  val f1 {f1:.3f}")
    if f1 > best_f1:
        best_f1 = f1
        best = {k: v.detach().clone() for k, v in model.state_dict().items()}

# %%
model.load_state_dict(best)
acc, f1, conf = score("test")
all_zero = conf[0].sum().item() / conf.sum().item()
print(f"test accuracy {acc:.3f} (all zero: {all_zero:.3f}), macro F1 of the names {f1:.3f} (all zero: 0)")
model.save_pretrained("out/qa03")
tok.save_pretrained("out/qa03")
