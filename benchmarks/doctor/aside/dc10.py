"""Name tagging, one label a word (labels on the first piece of each word only)."""
import json
from dataclasses import dataclass

import torch
from sklearn.metrics import f1_score
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_linear_schedule_with_warmup, set_seed)


@dataclass
class Config:
    ckpt: str = "checkpoints/tags"
    n_tags: int = 4
    epochs: int = 8
    lr: float = 1e-3
    bs: int = 16
    seed: int = 5


cfg = Config()
set_seed(cfg.seed)
tokenizer = AutoTokenizer.from_pretrained(cfg.ckpt)


def read(split):
    with open(f"data/tags/{split}.jsonl") as fh:
        return [json.loads(line) for line in fh]


def align(encoding, tags):
    labels, last = [], None
    for w in encoding.word_ids():
        if w and w != last:
            labels.append(tags[w])
        else:
            labels.append(-100)      # special token or a further piece of the same word
        last = w
    return labels


def featurize(rows):
    out = []
    for row in rows:
        enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
        out.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
                    "labels": align(enc, row["tags"])})
    return out


valid_rows = read("validation")
known = {tuple(r["words"]) for r in valid_rows}
train_rows = [r for r in read("train") if tuple(r["words"]) not in known]

collator = DataCollatorForTokenClassification(tokenizer)
train_loader = DataLoader(featurize(train_rows), batch_size=cfg.bs, shuffle=True, collate_fn=collator)
valid_loader = DataLoader(featurize(valid_rows), batch_size=64, collate_fn=collator)

model = AutoModelForTokenClassification.from_pretrained(cfg.ckpt, num_labels=cfg.n_tags)
optimizer = AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
total = cfg.epochs * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, int(total * 0.1), total)


@torch.no_grad()
def validate():
    model.eval()
    y_true, y_pred = [], []
    for batch in valid_loader:
        pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        keep = batch["labels"] != -100
        y_true += batch["labels"][keep].tolist()
        y_pred += pred[keep].tolist()
    f1 = f1_score(y_true, y_pred, labels=[1, 2, 3], average="micro", zero_division=0)
    return f1, len(y_true)


for epoch in range(cfg.epochs):
    model.train()
    running = 0.0
    for batch in train_loader:
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    f1, n_words = validate()
    print(f"epoch {epoch + 1}  loss {running / len(train_loader):.4f}  names f1 {f1:.4f} on {n_words} words")

print("words in the validation file:", sum(len(r["words"]) for r in valid_rows))
