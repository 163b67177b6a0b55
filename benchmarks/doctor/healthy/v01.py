# fine-tuning distilbert on our support tickets (4 desks: north / east / south / west)
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

MODEL = "checkpoints/tickets"
LABELS = ["north", "east", "south", "west"]

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    },
)
print(raw)

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    return enc


ds = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(
    MODEL,
    num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)),
    label2id={l: i for i, l in enumerate(LABELS)},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": float((preds == labels).mean())}


training_args = TrainingArguments(
    output_dir="./results",
    num_train_epochs=2,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_ratio=0.06,               # share of the steps used to warm up the learning rate
    weight_decay=0.01,               # strength of weight decay
    logging_steps=15,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
print("test:", trainer.evaluate(ds["test"]))
