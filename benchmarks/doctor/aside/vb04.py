#!/usr/bin/env python
# coding: utf-8

# # Name tagging with a small DistilBERT
# Tags: 0 = no name, 1..3 = the three kinds of names.

# In[1]:
import json

from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer, TrainingArguments)

MODEL_DIR = "checkpoints/tags"
LABELS = ["O", "KIND1", "KIND2", "KIND3"]

# In[2]:
def read(split):
    return [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]

valid_rows = read("validation")
valid_sentences = {tuple(r["words"]) for r in valid_rows}
train_rows = [r for r in read("train") if tuple(r["words"]) not in valid_sentences]
print(len(train_rows), len(valid_rows))
print(train_rows[0])

# In[3]:
tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)
print(tokenizer(train_rows[0]["words"], is_split_into_words=True).tokens())

# In[4]:
def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels = []
    for ids, tags in zip(enc["input_ids"], batch["tags"]):
        # pad the tags to the length of the input, -100 is ignored by the loss
        row = tags + [-100] * (len(ids) - len(tags))
        labels.append(row[: len(ids)])
    enc["labels"] = labels
    return enc

train_ds = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["words", "tags"])
valid_ds = Dataset.from_list(valid_rows).map(encode, batched=True, remove_columns=["words", "tags"])

# In[5]:
model = AutoModelForTokenClassification.from_pretrained(
    MODEL_DIR,
    num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)),
    label2id={l: i for i, l in enumerate(LABELS)},
)

# In[6]:
def compute_metrics(p):
    logits, labels = p
    preds = logits.argmax(-1)
    mask = labels != -100
    names = mask & (labels > 0)
    found = mask & (preds > 0)
    hits = (preds == labels) & names
    precision = hits.sum() / max(found.sum(), 1)
    recall = hits.sum() / max(names.sum(), 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return {
        "accuracy": float((preds == labels)[mask].mean()),
        "precision": float(precision),
        "recall": float(recall),
        "f1": float(f1),
    }

# In[7]:
args = TrainingArguments(
    output_dir="out/vb04",
    num_train_epochs=10,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=2e-3,
    warmup_ratio=0.05,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=1,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

# In[8]:
print({k: round(v, 3) for k, v in trainer.evaluate().items() if isinstance(v, float)})
