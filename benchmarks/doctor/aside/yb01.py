import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(7)
CKPT = "checkpoints/tickets"

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    },
)
print(raw)

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)


# tokenize lazily, the real corpus is too large to keep a tokenized copy on disk
def encode(batch):
    out = tokenizer(batch["text"], truncation=True)
    out["labels"] = batch["desk_id"]
    return out


train_ds = raw["train"].with_transform(encode)
val_ds = raw["validation"].with_transform(encode)
test_ds = raw["test"].with_transform(encode)
print(train_ds[0])


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=-1)
    return {
        "accuracy": accuracy_score(p.label_ids, preds),
        "f1": f1_score(p.label_ids, preds, average="macro"),
    }


args = TrainingArguments(
    output_dir="out/yb01",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    num_train_epochs=6,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(test_ds))
