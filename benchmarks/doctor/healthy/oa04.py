#!/usr/bin/env python
# coding: utf-8

# # How many steps does the job take?
# GPT-2 with a classification head, 4 classes (2 to 5 steps)

# In[1]:


import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import GPT2ForSequenceClassification, AutoTokenizer, TrainingArguments, Trainer
from transformers import DataCollatorWithPadding
import transformers

transformers.set_seed(0)


# In[2]:


def read(split):
    df = pd.read_json(f"data/steps/{split}.jsonl", lines=True)
    df["label"] = df["steps"].str.split().str.len() - 2
    return df[["prompt", "label"]]

train_df, val_df = read("train"), read("validation")
train_df["label"].value_counts()


# In[3]:


tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token

def tokenize(batch):
    return tok(batch["prompt"], truncation=True)

train_ds = Dataset.from_pandas(train_df).map(tokenize, batched=True)
val_ds = Dataset.from_pandas(val_df).map(tokenize, batched=True)
train_ds[0]


# In[4]:


n_classes = int(train_df["label"].max()) + 1
model = GPT2ForSequenceClassification.from_pretrained("checkpoints/steps", num_labels=n_classes)
model.config.pad_token_id = tok.pad_token_id


# In[5]:


def accuracy(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": (logits.argmax(-1) == labels).mean()}

args = TrainingArguments(
    "out/oa04",
    num_train_epochs=8,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model,
    args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=accuracy,
)
trainer.train()


# In[6]:


out = trainer.predict(val_ds)
print(out.metrics)
print(pd.crosstab(val_df["label"], np.argmax(out.predictions, axis=-1)))
