import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(7)

CKPT = "checkpoints/tickets"

# support tickets, four desks
raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
    },
)
print(raw)
print(raw["train"][0])

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def preprocess(batch):
    return tokenizer(batch["text"], truncation=True, padding="max_length", max_length=32)


encoded = raw.map(preprocess, batched=True)
encoded = encoded.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": float((preds == labels).mean())}


args = TrainingArguments(
    output_dir="out/aa01",
    num_train_epochs=5,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=10,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate())
