"""Token classification on data/tags, own loop. Only the first piece of a word carries the word's tag."""
import json
import os

import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_linear_schedule_with_warmup, set_seed)

CKPT, OUT, EPOCHS = "checkpoints/tags", "out/wd07", 15
set_seed(9)
tok = AutoTokenizer.from_pretrained(CKPT)


def load():
    """Splits without sentences in common: test > validation > train."""
    seen, splits = set(), {}
    for name in ("test", "validation", "train"):
        with open(f"data/tags/{name}.jsonl") as f:
            rows = [json.loads(s) for s in f]
        splits[name] = [r for r in rows if tuple(r["words"]) not in seen]
        seen.update(tuple(r["words"]) for r in rows)
    return splits


def encode(row):
    enc = tok(row["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels, before = [], None
    for w in enc.word_ids():
        labels.append(-100 if w is None or w == before else row["tags"][w])
        before = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


splits = load()
print({k: len(v) for k, v in splits.items()})
collate = DataCollatorForTokenClassification(tok)
loaders = {k: DataLoader([encode(r) for r in v], batch_size=16 if k == "train" else 64,
                         shuffle=(k == "train"), collate_fn=collate) for k, v in splits.items()}
n_labels = 1 + max(t for r in splits["train"] for t in r["tags"])
model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=n_labels)
steps = EPOCHS * len(loaders["train"])
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
sched = get_linear_schedule_with_warmup(opt, steps // 10, steps)


@torch.no_grad()
def counts(split):
    """(accuracy of all words, macro F1 over the classes other than 0)"""
    model.eval()
    conf = torch.zeros(n_labels, n_labels, dtype=torch.long)      # gold x predicted
    for b in loaders[split]:
        pred = model(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).logits.argmax(-1)
        m = b["labels"] != -100
        conf += torch.bincount(b["labels"][m] * n_labels + pred[m], minlength=n_labels ** 2).view(n_labels, n_labels)
    tp = conf.diag().double()
    f1 = 2 * tp / (conf.sum(0) + conf.sum(1)).clamp(min=1)
    return (tp.sum() / conf.sum()).item(), f1[1:].mean().item(), (conf[0].sum() / conf.sum()).item()


best = -1.0
for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for b in loaders["train"]:
        loss = model(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
        total += loss.item()
    acc, f1, _ = counts("validation")
    print(f"epoch {epoch + 1}: mean batch loss {total / len(loaders['train']):.4f} val acc {acc:.4f} val macro-F1 {f1:.4f}")
    if f1 > best:
        best = f1
        os.makedirs(OUT, exist_ok=True)
        model.save_pretrained(OUT)

tok.save_pretrained(OUT)
model = AutoModelForTokenClassification.from_pretrained(OUT)
acc, f1, zero = counts("test")
print(f"TEST acc {acc:.4f} (always tag 0: {zero:.4f}), macro-F1 of the tags 1.. {f1:.4f} (always 0: 0.0)")
