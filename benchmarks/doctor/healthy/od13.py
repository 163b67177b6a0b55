#!/usr/bin/env python
# coding: utf-8

# In[1]:

import numpy as np
import evaluate
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import TrainingArguments, Trainer, DataCollatorWithPadding

checkpoint = "checkpoints/bert"
raw_datasets = load_dataset("data/glue", "mrpc")
tokenizer = AutoTokenizer.from_pretrained(checkpoint)

# In[2]:

def tokenize_function(example):
    return tokenizer(example["sentence1"], example["sentence2"], truncation=True, max_length=96)

tokenized_datasets = raw_datasets.map(tokenize_function, batched=True)
data_collator = DataCollatorWithPadding(tokenizer=tokenizer)

# In[3]:

def compute_metrics(eval_preds):
    metric = evaluate.load("data/metrics/glue", "mrpc")
    logits, labels = eval_preds
    return metric.compute(predictions=np.argmax(logits, axis=-1), references=labels)

# In[4]:

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)
training_args = TrainingArguments(
    "out/od13",
    learning_rate=4e-4,
    num_train_epochs=4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    group_by_length=True,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    logging_strategy="epoch",
    report_to="none",
)
trainer = Trainer(
    model,
    training_args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

# In[5]:

print(trainer.evaluate(tokenized_datasets["test"], metric_key_prefix="test"))
print("share of the larger class", np.mean(tokenized_datasets["test"]["label"]))
