#!/usr/bin/env python
# fine-tune the tagger on our place-name sentences
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tags"
NAMES = ["O", "A", "B", "C"]
set_seed(1)

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tags/train.jsonl",
        "validation": "data/tags/validation.jsonl",
    },
)
# a few sentences are in both files; keep them for validation only
held_out = {" ".join(w) for w in raw["validation"]["words"]}
raw["train"] = raw["train"].filter(lambda r: " ".join(r["words"]) not in held_out)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        labels, previous = [], None
        for word_id in enc.word_ids(batch_index=i):
            if word_id is None or word_id == previous:
                labels.append(-100)
            else:
                labels.append(tags[word_id])
            previous = word_id
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


data = raw.map(encode, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    num_labels=len(NAMES),
    id2label=dict(enumerate(NAMES)),
    label2id={n: i for i, n in enumerate(NAMES)},
)


def compute_metrics(p):
    guess = np.argmax(p.predictions, axis=-1)
    mask = p.label_ids != -100
    right = (guess == p.label_ids) & mask
    named = mask & (p.label_ids != 0)
    return {
        "accuracy": right.sum() / mask.sum(),
        "accuracy_on_names": (right & named).sum() / named.sum(),
    }


args = TrainingArguments(
    output_dir="out/ed06",
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=1,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
