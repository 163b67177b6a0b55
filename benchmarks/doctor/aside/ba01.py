"""Sort customer mails to one of four desks with a small DistilBERT."""
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)

model_name = "checkpoints/tickets"
raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
    },
)
print(raw)

tokenizer = AutoTokenizer.from_pretrained(model_name)


def preprocess(batch):
    enc = tokenizer(batch["text"])
    enc["labels"] = batch["desk_id"]
    return enc


tokenized = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(model_name, num_labels=4)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": float((preds == labels).mean())}


args = TrainingArguments(
    output_dir="out/ba01",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=1e-3,
    num_train_epochs=6,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=10,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
