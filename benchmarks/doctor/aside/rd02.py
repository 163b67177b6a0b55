#!/usr/bin/env python
# coding: utf-8

# # NER on the place names

# In[1]:


import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoTokenizer, AutoModelForTokenClassification,
                          DataCollatorWithPadding, TrainingArguments, Trainer)


# In[2]:


def load(path):
    with open(path) as f:
        return Dataset.from_list([json.loads(line) for line in f])


raw = DatasetDict({"train": load("data/tags/train.jsonl"),
                   "validation": load("data/tags/validation.jsonl")})
raw


# In[3]:


label_list = ["O", "RIVER", "TOWN", "HILL"]
model_checkpoint = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)


# In[4]:


def tokenize_and_align_labels(examples):
    tokenized_inputs = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        ids = []
        for w in tokenized_inputs.word_ids(batch_index=i):
            if w is None or w == previous:
                ids.append(-100)
            else:
                ids.append(tags[w])
            previous = w
        labels.append(ids)
    tokenized_inputs["labels"] = labels
    return tokenized_inputs


tokenized = raw.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])
print(tokenized["train"][0])


# In[5]:


model = AutoModelForTokenClassification.from_pretrained(
    model_checkpoint,
    id2label=dict(enumerate(label_list)),
    label2id={l: i for i, l in enumerate(label_list)},
)
data_collator = DataCollatorWithPadding(tokenizer)


# In[6]:


def compute_metrics(p):
    predictions = np.argmax(p.predictions, axis=2)
    keep = p.label_ids != -100
    names = p.label_ids > 0
    return {"accuracy": (predictions == p.label_ids)[keep].mean(),
            "name_accuracy": (predictions == p.label_ids)[names].mean()}


args = TrainingArguments(
    "out/rd02",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    weight_decay=0.01,
    logging_steps=30,
    report_to="none",
)
trainer = Trainer(
    model,
    args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)


# In[7]:


trainer.train()


# In[8]:


print(trainer.evaluate())
