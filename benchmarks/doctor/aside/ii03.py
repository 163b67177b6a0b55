# Ticket router: which desk gets the mail? (notebook export, cells in order)
# %%
import json
import numpy as np
from datasets import Dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments

# %%
def jsonl(path):
    return [json.loads(l) for l in open(path, encoding="utf-8")]

train = jsonl("data/tickets/train.jsonl")
valid = jsonl("data/tickets/validation.jsonl")
seen = set(t["text"] for t in train)
valid = [v for v in valid if v["text"] not in seen]
print(len(train), "tickets to learn from,", len(valid), "unseen ones to check")

# %%
desks = sorted({t["desk"] for t in train})
desk2id = {d: i for i, d in enumerate(desks)}
print(desk2id)

# %%
checkpoint = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)

def prepare(rows):
    ds = Dataset.from_list([{"text": r["text"], "label": desk2id[r["desk"]]} for r in rows])
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32),
                  batched=True, remove_columns=["text"])

train_ds, valid_ds = prepare(train), prepare(valid)
train_ds

# %%
model = AutoModelForSequenceClassification.from_pretrained(checkpoint)

# %%
def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}

# %%
args = TrainingArguments(
    output_dir="out/ii03",
    num_train_epochs=10,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=42,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)

# %%
trainer.train()

# %%
print(trainer.evaluate())
