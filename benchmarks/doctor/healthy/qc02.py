# Fine-tune the ticket router with the Trainer.
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
set_seed(7)


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


# The same sentence can lie in several splits. The test split keeps its rows,
# validation loses what is in test, training loses what is in either.
seen = set()
clean = {}
for split in ("test", "validation", "train"):
    kept = []
    for row in read(split):
        if row["text"] not in seen:
            seen.add(row["text"])
            kept.append(row)
    clean[split] = kept
print({k: len(v) for k, v in clean.items()})

id2label = {row["desk_id"]: row["desk"] for row in clean["train"]}
id2label = dict(sorted(id2label.items()))
label2id = {name: i for i, name in id2label.items()}

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    # product and complaint are at the start, so cutting the tail at 32 loses only small talk
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    return enc


sets = {
    name: Dataset.from_list(rows).map(encode, batched=True, remove_columns=["text", "desk", "desk_id"])
    for name, rows in clean.items()
}

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id
)


def compute_metrics(pred):
    guess = pred.predictions.argmax(axis=-1)
    recalls = [np.mean(guess[pred.label_ids == c] == c) for c in np.unique(pred.label_ids)]
    return {
        "accuracy": float(np.mean(guess == pred.label_ids)),
        "balanced_accuracy": float(np.mean(recalls)),
    }


args = TrainingArguments(
    output_dir="out/qc02",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    seed=7,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=sets["train"],
    eval_dataset=sets["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.predict(sets["test"], metric_key_prefix="test")
train_desks = [r["desk_id"] for r in clean["train"]]
majority = max(set(train_desks), key=train_desks.count)
base = np.mean(result.label_ids == majority)
print(f"always '{id2label[majority]}': {base:.3f}")
print({k: round(v, 3) for k, v in result.metrics.items() if "accuracy" in k})
trainer.save_model("out/qc02/best")
