# Name tagging: train on the first piece of every word, report at word level on the test split.
import json
from collections import defaultdict

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tags"
set_seed(1)
tok = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    return Dataset.from_list([json.loads(l) for l in open(f"data/tags/{split}.jsonl")])


def tokenize_and_align(batch):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        previous, labels = None, []
        for w in enc.word_ids(i):
            labels.append(-100 if w is None or w == previous else tags[w])
            previous = w
        enc["labels"].append(labels)
    return enc


def compute_metrics(p):
    preds, labels = p.predictions.argmax(-1), p.label_ids
    mask = labels != -100
    names = labels > 0
    return {"accuracy": (preds == labels)[mask].mean(), "name_accuracy": (preds == labels)[names].mean()}


raw = {s: read(s) for s in ("train", "validation", "test")}
data = {s: d.map(tokenize_and_align, batched=True, remove_columns=d.column_names) for s, d in raw.items()}

trainer = Trainer(
    AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4),
    TrainingArguments("out/hg02", learning_rate=2e-3, num_train_epochs=12, per_device_train_batch_size=32,
                      eval_strategy="epoch", save_strategy="no", report_to="none", disable_tqdm=True, seed=1),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorForTokenClassification(tok),
    compute_metrics=compute_metrics,
)
trainer.train()
print("validation:", trainer.evaluate())

# word-level report on the test split
logits = trainer.predict(data["test"].remove_columns("labels")).predictions
hits, total = defaultdict(int), defaultdict(int)
for i, row in enumerate(raw["test"]):
    word_ids = tok(row["words"], is_split_into_words=True, truncation=True).word_ids()
    tag_of_word = {w: int(logits[i, pos].argmax()) for pos, w in enumerate(word_ids) if w is not None}
    for w, gold in enumerate(row["tags"]):
        total[gold] += 1
        hits[gold] += tag_of_word[w] == gold
print("test, by word")
for tag in sorted(total):
    print(f"  tag {tag}: {hits[tag] / total[tag]:.3f}  ({total[tag]} words)")
names = [t for t in total if t > 0]
print(f"  all names: {sum(hits[t] for t in names) / sum(total[t] for t in names):.3f}")
