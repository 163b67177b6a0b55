"""Tag names in sentences: own loop, gradient accumulation, best epoch kept, test at the very end."""
import copy
import json
import math
from itertools import islice

import torch
import torch.nn.functional as F
from sklearn.metrics import f1_score
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_cosine_schedule_with_warmup, set_seed)

CKPT, N_TAGS = "checkpoints/tags", 4
EPOCHS, BATCH, ACCUM, LR = 14, 8, 2, 2e-3
set_seed(17)


def read(split, taken):
    """Rows of a split whose sentence is not in `taken`."""
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if tuple(r["words"]) not in taken]


def sentences(rows):
    return {tuple(r["words"]) for r in rows}


test_rows = read("test", set())
val_rows = read("validation", sentences(test_rows))
train_rows = read("train", sentences(test_rows) | sentences(val_rows))

tok = AutoTokenizer.from_pretrained(CKPT)


def featurize(row):
    enc = tok(row["words"], is_split_into_words=True, truncation=True)
    word_ids = enc.word_ids()
    # the first piece of a word carries its tag, everything else is ignored
    labels = [
        row["tags"][w] if w is not None and (i == 0 or word_ids[i - 1] != w) else -100
        for i, w in enumerate(word_ids)
    ]
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


collate = DataCollatorForTokenClassification(tok)
train_loader = DataLoader([featurize(r) for r in train_rows], batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader([featurize(r) for r in val_rows], batch_size=64, collate_fn=collate)
test_loader = DataLoader([featurize(r) for r in test_rows], batch_size=64, collate_fn=collate)

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=N_TAGS)
plain = [p for n, p in model.named_parameters() if n.endswith("bias") or "LayerNorm" in n or "layer_norm" in n]
ids = {id(p) for p in plain}
decayed = [p for p in model.parameters() if id(p) not in ids]
optimizer = torch.optim.AdamW(
    [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=LR)

updates = EPOCHS * math.ceil(len(train_loader) / ACCUM)
scheduler = get_cosine_schedule_with_warmup(optimizer, int(0.1 * updates), updates)


def groups(loader, size):
    it = iter(loader)
    while group := list(islice(it, size)):
        yield group


@torch.inference_mode()
def macro_f1(loader):
    model.eval()
    truth, guess = [], []
    for batch in loader:
        labels = batch.pop("labels")
        best = model(**batch).logits.argmax(-1)
        keep = labels != -100
        truth += labels[keep].tolist()
        guess += best[keep].tolist()
    return f1_score(truth, guess, labels=list(range(1, N_TAGS)), average="macro", zero_division=0)


best_f1, best_state = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    total, count = 0.0, 0
    for group in groups(train_loader, ACCUM):
        # one mean over all labelled tokens of the group, also for a short last group
        n = sum(int((b["labels"] != -100).sum()) for b in group)
        for batch in group:
            labels = batch.pop("labels")
            logits = model(**batch).logits
            loss = F.cross_entropy(logits.reshape(-1, N_TAGS), labels.reshape(-1), ignore_index=-100, reduction="sum")
            (loss / n).backward()
            total += loss.item()
        count += n
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad(set_to_none=True)
    f1 = macro_f1(val_loader)
    if f1 > best_f1:
        best_f1, best_state = f1, copy.deepcopy(model.state_dict())
    print(f"epoch {epoch + 1:2d}  train loss {total / count:.4f}  validation F1 {f1:.4f}")

model.load_state_dict(best_state)
print(f"best validation F1 {best_f1:.4f}, test F1 {macro_f1(test_loader):.4f}")
