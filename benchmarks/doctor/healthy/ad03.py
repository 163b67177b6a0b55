#!/usr/bin/env python
# coding: utf-8

# In[1]:
import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSeq2SeqLM, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments)

# In[2]:
ds = load_dataset("json", data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")})
ds

# In[3]:
tok = AutoTokenizer.from_pretrained("checkpoints/dates")
model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")

# In[4]:
def preprocess(examples):
    return tok(examples["date"], text_target=examples["code"], max_length=16, truncation=True)

tokenized = ds.map(preprocess, batched=True, remove_columns=["date", "code"])
tokenized["train"][0]

# In[5]:
def compute_metrics(eval_preds):
    preds, labels = eval_preds
    decoded_preds = tok.batch_decode(preds, skip_special_tokens=True)
    labels = np.where(labels != -100, labels, tok.pad_token_id)
    decoded_labels = tok.batch_decode(labels, skip_special_tokens=True)
    exact = np.mean([p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)])
    words = np.mean([
        len(set(p.split()) & set(l.split())) / max(len(l.split()), 1)
        for p, l in zip(decoded_preds, decoded_labels)
    ])
    return {"exact": float(exact), "words": float(words)}

# In[6]:
training_args = Seq2SeqTrainingArguments(
    output_dir="out/ad03",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=40,
    num_train_epochs=12,
    eval_strategy="steps",
    eval_steps=120,
    logging_steps=60,
    save_strategy="no",
    predict_with_generate=True,
    report_to="none",
    seed=3,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    processing_class=tok,
    compute_metrics=compute_metrics,
)
trainer.train()

# In[7]:
print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
