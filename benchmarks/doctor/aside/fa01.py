"""Route support tickets to one of the four desks."""
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

set_seed(42)
checkpoint = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


train_rows, val_rows, test_rows = read("train"), read("validation"), read("test")

# some customers send the same words; keep those out of the training part
test_texts = {r["text"] for r in test_rows}
val_rows = [r for r in val_rows if r["text"] not in test_texts]
held_out = test_texts | {r["text"] for r in val_rows}
train_rows = [r for r in train_rows if r["text"] not in held_out]

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def to_dataset(rows):
    ds = Dataset.from_dict(
        {"text": [r["text"] for r in rows], "label": [r["desk_id"] for r in rows]}
    )
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)


train_ds, val_ds, test_ds = map(to_dataset, (train_rows, val_rows, test_rows))

model = AutoModelForSequenceClassification.from_pretrained(checkpoint)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": float((preds == labels).mean())}


args = TrainingArguments(
    output_dir="out/fa01",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

scores = trainer.evaluate(test_ds, metric_key_prefix="test")
print("test accuracy", round(scores["test_accuracy"], 3))
example = trainer.predict(test_ds.select(range(3)))
for row, p in zip(test_rows, example.predictions.argmax(-1)):
    print(DESKS[p], "<-", row["text"][:60])
