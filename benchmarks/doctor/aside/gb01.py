"""Route support tickets to one of four desks (notebook turned into a script)."""
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

set_seed(7)
CKPT = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows, val_rows = read("train"), read("validation")

# a few tickets were sent twice and sit in both files
seen = {r["text"] for r in val_rows}
train_rows = [r for r in train_rows if r["text"] not in seen]

# %% tokenizer: order numbers are anonymised as [ORDER], keep that as one token
tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})
print("[ORDER] ->", tokenizer.convert_tokens_to_ids("[ORDER]"))

# %% model
model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(DESKS),
    id2label=dict(enumerate(DESKS)),
    label2id={d: i for i, d in enumerate(DESKS)},
)


# %% data
def encode(batch):
    out = tokenizer(batch["text"], truncation=True, max_length=32)
    out["labels"] = batch["desk_id"]
    return out


train_ds = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["text", "desk", "desk_id"])
val_ds = Dataset.from_list(val_rows).map(encode, batched=True, remove_columns=["text", "desk", "desk_id"])


def compute_metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}


# %% train
args = TrainingArguments(
    output_dir="out/gb01",
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=28,
    report_to="none",
    use_cpu=True,
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
print(trainer.evaluate())
