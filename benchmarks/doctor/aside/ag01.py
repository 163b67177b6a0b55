"""Route support tickets to the right desk with a small DistilBERT."""
import json

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    pipeline,
    set_seed,
)

set_seed(42)
CHECKPOINT = "checkpoints/tickets"
OUT = "out/ag01"

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    },
)
desk2id = {row["desk"]: row["desk_id"] for row in raw["train"]}
id2desk = {i: d for d, i in desk2id.items()}
print("desks:", json.dumps(desk2id))

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["labels"] = [desk2id[d] for d in batch["desk"]]
    return enc


encoded = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=len(desk2id))


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=8,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
trainer.save_model(OUT + "/final")

# how good is the saved model on the test tickets?
router = pipeline("text-classification", model=OUT + "/final")
answers = router(list(raw["test"]["text"]), batch_size=32, truncation=True)
y_pred = [desk2id[a["label"]] for a in answers]
y_true = list(raw["test"]["desk_id"])
per_desk = {d: [0, 0] for d in desk2id}
for p, t in zip(y_pred, y_true):
    per_desk[id2desk[t]][1] += 1
    per_desk[id2desk[t]][0] += int(p == t)
for desk, (hit, n) in per_desk.items():
    print(f"{desk:8s} {hit}/{n}")
print("test accuracy", np.mean(np.array(y_pred) == np.array(y_true)))
