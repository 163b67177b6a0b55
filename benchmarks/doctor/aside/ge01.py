"""Tag product names in short reports with a small DistilBERT."""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tags"
OUT = "out/ge01"
NUM_TAGS = 4


def read_split(name, skip=()):
    """Read one split; sentences in `skip` are left out, as are repeats."""
    seen = set(skip)
    rows = []
    with open(f"data/tags/{name}.jsonl") as fh:
        for line in fh:
            row = json.loads(line)
            key = tuple(row["words"])
            if key in seen:
                continue
            seen.add(key)
            rows.append(row)
    return rows


def as_dataset(rows):
    return Dataset.from_dict(
        {"words": [r["words"] for r in rows], "tags": [r["tags"] for r in rows]}
    )


set_seed(11)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=NUM_TAGS)

train_rows = read_split("train")
valid_rows = read_split("validation", skip={tuple(r["words"]) for r in train_rows})


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        previous = None
        labels = []
        for w in enc.word_ids(batch_index=i):
            if w is None or w == previous:
                labels.append(-100)
            else:
                labels.append(tags[w])
            previous = w
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


train_ds = as_dataset(train_rows).map(encode, batched=True, remove_columns=["words", "tags"])
valid_ds = as_dataset(valid_rows).map(encode, batched=True, remove_columns=["words", "tags"])


def compute_metrics(pred):
    guess = np.argmax(pred.predictions, axis=-1)
    mask = pred.label_ids != -100
    named = mask & (pred.label_ids != 0)
    return {
        "accuracy": float((guess[mask] == pred.label_ids[mask]).mean()),
        "recall_named": float((guess[named] == pred.label_ids[named]).mean()),
    }


args = TrainingArguments(
    output_dir=OUT,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=5e-4,
    num_train_epochs=6,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
