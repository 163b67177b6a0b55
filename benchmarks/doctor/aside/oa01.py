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

set_seed(13)

# support tickets -> which desk answers them (north, east, south, west)
files = {s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")}
ds = load_dataset("json", data_files=files)
print(ds["train"][0])

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")


def encode(batch):
    return tok(batch["text"], truncation=True, max_length=32)


ds = ds.map(encode, batched=True, remove_columns=["text", "desk"])
ds = ds.rename_column("desk_id", "labels")

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets")


def compute_metrics(p):
    guess = np.argmax(p.predictions, axis=-1)
    return {"accuracy": float((guess == p.label_ids).mean())}


args = TrainingArguments(
    output_dir="out/oa01",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=8,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
)
trainer.train()
print("test:", trainer.evaluate(ds["test"]))
