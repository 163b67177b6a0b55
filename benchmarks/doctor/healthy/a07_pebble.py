#!/usr/bin/env python
# coding: utf-8

# In[1]:
import numpy as np
import pandas as pd
from datasets import load_dataset
from transformers import AutoTokenizer, BertForSequenceClassification, EarlyStoppingCallback, Trainer, TrainingArguments

# In[2]:
dataset = load_dataset("data/glue", "sst2")
dataset["train"].to_pandas().label.value_counts()

# In[3]:
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
lens = pd.Series([len(x) for x in tokenizer(dataset["train"]["sentence"][:])["input_ids"]])
print(lens.describe())

# In[4]:
MAX_LEN = 48
def tok(batch):
    return tokenizer(batch["sentence"], padding="max_length", truncation=True, max_length=MAX_LEN)

dataset = dataset.map(tok, batched=True)

# In[5]:
model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)

# In[6]:
args = TrainingArguments(
    output_dir="runs/pebble",
    eval_strategy="steps",
    eval_steps=50,
    save_strategy="steps",
    save_steps=50,
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="acc",
    greater_is_better=True,
    learning_rate=5e-5,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    max_steps=200,
    logging_steps=50,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=dataset["train"],
    eval_dataset=dataset["validation"],
    compute_metrics=lambda p: {"acc": (p.predictions.argmax(1) == p.label_ids).mean()},
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
)
trainer.train()

# In[7]:
preds = trainer.predict(dataset["validation"])
y_pred = np.argmax(preds.predictions, axis=1)
print(pd.crosstab(preds.label_ids, y_pred))
print("best:", trainer.state.best_metric)
