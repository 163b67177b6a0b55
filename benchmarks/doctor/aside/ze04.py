#!/usr/bin/env python
# coding: utf-8

# In[1]:

import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import DataCollatorWithPadding, get_scheduler, set_seed

set_seed(7)

# In[2]:

ckpt = "checkpoints/tickets"
ds = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    },
)
tokenizer = AutoTokenizer.from_pretrained(ckpt)
ds = ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
ds = ds.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
ds.set_format("torch")
ds["train"][0]

# In[3]:

collate = DataCollatorWithPadding(tokenizer)
train_dl = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collate)
eval_dl = DataLoader(ds["validation"], batch_size=32, collate_fn=collate)
test_dl = DataLoader(ds["test"], batch_size=32, collate_fn=collate)

# In[4]:

accelerator = Accelerator()
model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

train_dl, eval_dl, test_dl, model, optimizer = accelerator.prepare(
    train_dl, eval_dl, test_dl, model, optimizer
)

num_epochs = 8
lr_scheduler = get_scheduler(
    "linear",
    optimizer=optimizer,
    num_warmup_steps=0,
    num_training_steps=num_epochs,
)

# In[5]:


def accuracy(dl):
    model.eval()
    good, n = 0, 0
    for batch in dl:
        with torch.no_grad():
            logits = model(**batch).logits
        p, y = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        good += (p == y).sum().item()
        n += len(y)
    return good / n


# In[6]:

for epoch in range(num_epochs):
    model.train()
    running = 0
    for batch in train_dl:
        outputs = model(**batch)
        accelerator.backward(outputs.loss)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        running += outputs.loss.item()
    print(f"epoch {epoch}  loss {running / len(train_dl):.4f}  val acc {accuracy(eval_dl):.3f}")

# In[7]:

print("test accuracy", accuracy(test_dl))
