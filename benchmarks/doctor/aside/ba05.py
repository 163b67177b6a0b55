#!/usr/bin/env python
# coding: utf-8

# In[1]:

import shutil

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer,
                          TrainingArguments, pipeline, set_seed)

set_seed(42)
OUT = "out/ba05"
shutil.rmtree(OUT, ignore_errors=True)

# In[2]:

dataset = load_dataset("data/glue", "sst2")
dataset["train"][0]

# In[3]:

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def tokenize_function(examples):
    return tokenizer(examples["sentence"], padding="max_length", truncation=True, max_length=48)


tokenized_datasets = dataset.map(tokenize_function, batched=True)

# In[4]:

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/bert",
    num_labels=2,
    id2label={0: "NEGATIVE", 1: "POSITIVE"},
    label2id={"NEGATIVE": 0, "POSITIVE": 1},
)

# In[5]:


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


training_args = TrainingArguments(
    output_dir=OUT,
    eval_strategy="epoch",
    save_strategy="no",
    num_train_epochs=3,
    learning_rate=3e-4,
    per_device_train_batch_size=16,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    compute_metrics=compute_metrics,
)

# In[6]:

trainer.train()

# In[7]:

trainer.save_model(OUT + "/final")

# In[8]:

classifier = pipeline("text-classification", model=OUT + "/final")
for row in dataset["validation"].select(range(5)):
    print(row["label"], classifier(row["sentence"]), row["sentence"])
