#!/usr/bin/env python
# tags: word-level labels, first sub-token carries the tag
import json
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoTokenizer, AutoModelForTokenClassification, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

set_seed(1)
ck = "checkpoints/tags"
tok = AutoTokenizer.from_pretrained(ck)

taken, parts = set(), {}
for split in ("test", "validation", "train"):          # held-out rows are claimed first
    mine = []
    with open(f"data/tags/{split}.jsonl") as f:
        for r in map(json.loads, f):
            if tuple(r["words"]) not in taken:
                mine.append(r)
    taken |= {tuple(r["words"]) for r in mine}
    parts[split] = Dataset.from_list(mine)
dd = DatasetDict(parts)
n = 1 + max(t for row in dd["train"]["tags"] for t in row)


def encode(b):
    enc = tok(b["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(b["tags"]):
        last, out = None, []
        for w in enc.word_ids(i):
            out.append(-100 if w is None or w == last else tags[w])
            last = w
        enc["labels"].append(out)
    return enc


dd = dd.map(encode, batched=True, remove_columns=["words", "tags"])


def micro_f1(ep):
    guess, gold = ep.predictions.argmax(-1), ep.label_ids
    m = gold != -100
    guess, gold = guess[m], gold[m]
    tp = np.sum((guess == gold) & (gold != 0))
    p, r = tp / max(np.sum(guess != 0), 1), tp / max(np.sum(gold != 0), 1)
    return {"precision": float(p), "recall": float(r), "f1": float(2 * p * r / max(p + r, 1e-9))}


trainer = Trainer(
    model_init=lambda: AutoModelForTokenClassification.from_pretrained(ck, num_labels=n),
    args=TrainingArguments(
        "out/it03", num_train_epochs=25, learning_rate=1e-3, per_device_train_batch_size=16,
        per_device_eval_batch_size=80, warmup_ratio=0.06, lr_scheduler_type="cosine", eval_strategy="epoch",
        save_strategy="epoch", logging_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="f1",
        greater_is_better=True, save_total_limit=1, report_to="none", seed=1),
    train_dataset=dd["train"], eval_dataset=dd["validation"], processing_class=tok,
    data_collator=DataCollatorForTokenClassification(tok), compute_metrics=micro_f1)
trainer.train()
print("validation", trainer.evaluate())
print("test", trainer.predict(dd["test"]).metrics)
