# Which desk gets the ticket? Fine-tuning with the Trainer.
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(42)
CKPT = "checkpoints/tickets"
MAX_LEN = 32  # the checkpoint has no more positions; what the desk depends on stands at the start


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def key(row):
    """What the model gets to see of a row; texts which differ only behind the cut are the same."""
    return tuple(tokenizer(row["text"], truncation=True, max_length=MAX_LEN)["input_ids"])


train_rows, val_rows, test_rows = read("train"), read("validation"), read("test")

# some texts occur in more than one split: keep those only in the later one
test_keys = {key(r) for r in test_rows}
val_rows = [r for r in val_rows if key(r) not in test_keys]
held_out = test_keys | {key(r) for r in val_rows}
train_rows = [r for r in train_rows if key(r) not in held_out]
print(len(train_rows), "train,", len(val_rows), "validation,", len(test_rows), "test rows")

id2label = {r["desk_id"]: r["desk"] for r in train_rows}
id2label = dict(sorted(id2label.items()))
label2id = {name: i for i, name in id2label.items()}


def encode(rows):
    ds = Dataset.from_list([{"text": r["text"], "labels": r["desk_id"]} for r in rows])
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=MAX_LEN),
                  batched=True, remove_columns=["text"])


train_ds, val_ds, test_ds = encode(train_rows), encode(val_rows), encode(test_rows)
model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id)


def compute_metrics(p):
    pred = np.argmax(p.predictions, axis=-1)
    f1 = []
    for c in id2label:
        tp = np.sum((pred == c) & (p.label_ids == c))
        wrong = np.sum((pred == c) != (p.label_ids == c))   # false positives + false negatives
        f1.append(2 * tp / max(2 * tp + wrong, 1))
    return {"accuracy": float(np.mean(pred == p.label_ids)), "macro_f1": float(np.mean(f1))}


args = TrainingArguments(
    output_dir="out/wc02",
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    lr_scheduler_type="linear",
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    report_to="none",
    seed=42,
)
trainer = Trainer(
    model=model, args=args, train_dataset=train_ds, eval_dataset=val_ds,
    processing_class=tokenizer, data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics)
trainer.train()

majority = np.bincount([r["desk_id"] for r in train_rows]).argmax()
print("always the commonest desk:", np.mean([r["desk_id"] == majority for r in test_rows]))
print(trainer.evaluate(test_ds, metric_key_prefix="test"))
