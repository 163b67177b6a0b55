# Which kinds of names (A, B, C) does a sentence mention?  Multi-label with one threshold per class.
# thresholds are picked on validation, the final number is from test
import json
import os
import random

import numpy as np
import torch
from sklearn.metrics import f1_score, precision_recall_curve
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

SEED, EPOCHS, BS, LR = 5, 20, 16, 1e-3
CKPT, OUT = "checkpoints/tags", "outputs/l02"
NAMES = ["kind_1", "kind_2", "kind_3"]

random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)
torch.set_num_threads(1)
os.makedirs(OUT, exist_ok=True)


def read(split):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def key(row):
    return " ".join(row["words"])


train_rows, val_rows, test_rows = read("train"), read("validation"), read("test")
# the same sentence can be in several files: the test set wins, then validation, then train
test_keys = {key(r) for r in test_rows}
val_rows = [r for r in val_rows if key(r) not in test_keys]
held_out = test_keys | {key(r) for r in val_rows}
# train: also collapse repeats of one sentence
train_rows = list({key(r): r for r in train_rows if key(r) not in held_out}.values())
print("rows:", len(train_rows), len(val_rows), len(test_rows))

tok = AutoTokenizer.from_pretrained(CKPT)


def featurize(rows):
    feats = []
    for r in rows:
        enc = tok(r["words"], is_split_into_words=True, truncation=True, max_length=64)
        present = set(r["tags"])
        feats.append({
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": [float(c in present) for c in (1, 2, 3)],  # floats: BCE-with-logits
        })
    return feats


collate = DataCollatorWithPadding(tok)
gen = torch.Generator().manual_seed(SEED)
train_dl = DataLoader(featurize(train_rows), batch_size=BS, shuffle=True, collate_fn=collate, generator=gen)
val_dl = DataLoader(featurize(val_rows), batch_size=64, collate_fn=collate)
test_dl = DataLoader(featurize(test_rows), batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=3,
    problem_type="multi_label_classification",
    id2label=dict(enumerate(NAMES)),
    label2id={n: i for i, n in enumerate(NAMES)},
)
opt = AdamW(model.parameters(), lr=LR, weight_decay=0.01)
total = EPOCHS * len(train_dl)
sched = get_linear_schedule_with_warmup(opt, int(0.1 * total), total)


@torch.no_grad()
def predict(dl):
    model.eval()
    probs, gold, loss, n = [], [], 0.0, 0
    for batch in dl:
        out = model(**batch)
        probs.append(torch.sigmoid(out.logits).numpy())
        gold.append(batch["labels"].numpy())
        loss += out.loss.item() * len(batch["labels"])
        n += len(batch["labels"])
    return np.concatenate(probs), np.concatenate(gold).astype(int), loss / n


def tune(probs, gold):
    """Per class: the threshold with the highest F1 on these rows."""
    best = []
    for c in range(gold.shape[1]):
        p, r, t = precision_recall_curve(gold[:, c], probs[:, c])
        f1 = 2 * p[:-1] * r[:-1] / np.maximum(p[:-1] + r[:-1], 1e-9)
        best.append(t[f1.argmax()])
    return np.array(best)


best_loss, best_state = float("inf"), None
for epoch in range(EPOCHS):
    model.train()
    seen = tot = 0.0
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
        tot += loss.item() * len(batch["labels"])
        seen += len(batch["labels"])
    probs, gold, vloss = predict(val_dl)
    if vloss < best_loss:
        best_loss = vloss
        best_state = {k: v.clone() for k, v in model.state_dict().items()}
    if epoch % 3 == 0 or epoch == EPOCHS - 1:
        f1 = f1_score(gold, probs > 0.5, average="macro", zero_division=0)
        print(f"epoch {epoch:2d} train {tot / seen:.4f} val {vloss:.4f} macro-F1@0.5 {f1:.3f}")

model.load_state_dict(best_state)
probs, gold, _ = predict(val_dl)
thr = tune(probs, gold)
tprobs, tgold, tloss = predict(test_dl)
everything = f1_score(tgold, np.ones_like(tgold), average="macro")
tuned = f1_score(tgold, tprobs >= thr, average="macro", zero_division=0)
print("thresholds", dict(zip(NAMES, thr.round(3).tolist())))
print(f"test loss {tloss:.4f} macro-F1 tuned {tuned:.3f} (all-positive baseline {everything:.3f}), "
      f"exact set {np.mean(((tprobs >= thr) == tgold).all(axis=1)):.3f}")
model.save_pretrained(OUT)
tok.save_pretrained(OUT)
json.dump(dict(zip(NAMES, map(float, thr))), open(f"{OUT}/thresholds.json", "w"))
