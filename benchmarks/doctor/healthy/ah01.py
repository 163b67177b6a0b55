# coding: utf-8
# In[1]:
import json

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(42)
CKPT = "checkpoints/tickets"

# In[2]:
raw = load_dataset("json", data_files={
    "train": "data/tickets/train.jsonl",
    "validation": "data/tickets/validation.jsonl",
    "test": "data/tickets/test.jsonl",
})
raw

# In[3]:
desks = {row["desk_id"]: row["desk"] for row in raw["train"]}
id2label = {i: desks[i] for i in sorted(desks)}
label2id = {name: i for i, name in id2label.items()}
print(json.dumps(id2label))

# In[4]:
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def preprocess(batch):
    return tokenizer(batch["text"], truncation=True)


tokenized = raw.map(preprocess, batched=True)
tokenized = tokenized.rename_column("desk_id", "labels")
tokenized = tokenized.remove_columns(["text"])
print(tokenized["train"].column_names)

# In[5]:
model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


# In[6]:
args = TrainingArguments(
    output_dir="out/ah01",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=6,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

# In[7]:
print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
