#!/usr/bin/env python
# coding: utf-8

# ## Translating dates to codes

# In[1]:


import numpy as np
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, get_scheduler, set_seed

set_seed(1)
checkpoint = "checkpoints/dates"


# In[2]:


raw_datasets = load_dataset(
    "json",
    data_files={"train": "data/dates/train.jsonl", "validation": "data/dates/validation.jsonl"},
)
raw_datasets["train"][1]


# In[3]:


tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)
max_length = 16


def preprocess_function(examples):
    return tokenizer(
        examples["date"], text_target=examples["code"], max_length=max_length, truncation=True
    )


tokenized_datasets = raw_datasets.map(
    preprocess_function, batched=True, remove_columns=raw_datasets["train"].column_names
)


# In[4]:


data_collator = DataCollatorForSeq2Seq(tokenizer, model=model)
train_dataloader = DataLoader(tokenized_datasets["train"], shuffle=True, collate_fn=data_collator, batch_size=16)
eval_dataloader = DataLoader(tokenized_datasets["validation"], collate_fn=data_collator, batch_size=80)

optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
accelerator = Accelerator()
model, optimizer, train_dataloader, eval_dataloader = accelerator.prepare(
    model, optimizer, train_dataloader, eval_dataloader
)

num_train_epochs = 8
num_training_steps = num_train_epochs * len(train_dataloader)
lr_scheduler = get_scheduler(
    "linear", optimizer=optimizer, num_warmup_steps=30, num_training_steps=num_training_steps
)


# In[5]:


def postprocess(predictions, labels):
    predictions = predictions.cpu().numpy()
    labels = labels.cpu().numpy()
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)

    decoded_preds = tokenizer.batch_decode(predictions, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    return [p.strip() for p in decoded_preds], [l.strip() for l in decoded_labels]


# In[6]:


for epoch in range(num_train_epochs):
    model.train()
    for batch in train_dataloader:
        outputs = model(**batch)
        accelerator.backward(outputs.loss)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()

    model.eval()
    exact = []
    for batch in eval_dataloader:
        with torch.no_grad():
            generated = accelerator.unwrap_model(model).generate(
                batch["input_ids"], attention_mask=batch["attention_mask"], max_length=max_length
            )
        generated = accelerator.pad_across_processes(generated, dim=1, pad_index=tokenizer.pad_token_id)
        labels = accelerator.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
        preds, refs = postprocess(accelerator.gather(generated), accelerator.gather(labels))
        exact += [p == r for p, r in zip(preds, refs)]
    print(f"epoch {epoch}, loss {outputs.loss.item():.4f}, exact match {np.mean(exact):.3f}")
    if epoch == num_train_epochs - 1:
        for p, r in list(zip(preds, refs))[:5]:
            print(f"   {p!r:28} expected {r!r}")
