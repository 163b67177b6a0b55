# NER on the tags data, DistilBERT encoder + fresh head
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    default_data_collator,
    set_seed,
)

CKPT = "checkpoints/tags"
MAX_LEN = 64
NAMES = ["O", "A", "B", "C"]

set_seed(13)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
seen = {tuple(r["words"]) for r in train_rows}
valid_rows = [r for r in read("validation") if tuple(r["words"]) not in seen]
seen |= {tuple(r["words"]) for r in valid_rows}
test_rows = [r for r in read("test") if tuple(r["words"]) not in seen]


def encode(batch):
    enc = tokenizer(
        batch["words"],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=MAX_LEN,
    )
    labels = []
    for tags in batch["tags"]:
        row = [-100] + list(tags) + [-100]          # [CLS] ... [SEP]
        row = row + [-100] * (MAX_LEN - len(row))   # padding
        labels.append(row)
    enc["labels"] = labels
    return enc


def make(rows):
    ds = Dataset.from_list(rows)
    return ds.map(encode, batched=True, remove_columns=ds.column_names)


def metrics(p):
    pred = p.predictions.argmax(-1)
    keep = p.label_ids != -100
    pred, gold = pred[keep], p.label_ids[keep]
    tp = np.sum((pred == gold) & (gold != 0))
    precision = tp / max(1, np.sum(pred != 0))
    recall = tp / max(1, np.sum(gold != 0))
    f1 = 0.0 if tp == 0 else 2 * precision * recall / (precision + recall)
    return {"accuracy": float((pred == gold).mean()), "f1": float(f1)}


model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    num_labels=len(NAMES),
    id2label=dict(enumerate(NAMES)),
    label2id={n: i for i, n in enumerate(NAMES)},
)

args = TrainingArguments(
    output_dir="out/fe01",
    num_train_epochs=8,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
    use_cpu=True,
    seed=13,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=make(train_rows),
    eval_dataset=make(valid_rows),
    data_collator=default_data_collator,
    processing_class=tokenizer,
    compute_metrics=metrics,
)
trainer.train()
print(trainer.evaluate(make(test_rows), metric_key_prefix="test"))
