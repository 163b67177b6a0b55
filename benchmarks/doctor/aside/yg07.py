#!/usr/bin/env python
# coding: utf-8

# # Fine-tune a small GPT-2 to write the steps for a prompt

# In[1]:

from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    default_data_collator,
    pipeline,
)

context_length = 24
tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

ds = load_dataset(
    "json",
    data_files={"train": "data/steps/train.jsonl", "test": "data/steps/test.jsonl"},
)


# In[2]:

def tokenize(example):
    ids = tokenizer(example["prompt"] + " " + example["steps"])["input_ids"]
    ids = (ids + [tokenizer.eos_token_id])[:context_length]
    n_pad = context_length - len(ids)
    return {
        "input_ids": ids + [tokenizer.eos_token_id] * n_pad,
        "attention_mask": [1] * len(ids) + [0] * n_pad,
        "labels": ids + [-100] * n_pad,
    }


tokenized = ds.map(tokenize, remove_columns=["prompt", "steps"])


# In[3]:

args = TrainingArguments(
    output_dir="out/yg07",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=12,
    learning_rate=3e-3,
    warmup_steps=20,
    lr_scheduler_type="cosine",
    weight_decay=0.01,
    logging_steps=60,
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["test"],
    data_collator=default_data_collator,
)
trainer.train()
print(trainer.evaluate())


# In[4]:

pipe = pipeline("text-generation", model=trainer.model, tokenizer=tokenizer)

correct = 0
rows = ds["test"].select(range(60))
for row in rows:
    out = pipe(
        row["prompt"],
        max_new_tokens=8,
        do_sample=False,
        pad_token_id=tokenizer.eos_token_id,
    )
    answer = out[0]["generated_text"].strip()
    correct += answer == row["steps"]

print("exact match:", correct / len(rows))
