# coding: utf-8
# In[1]:
import pandas as pd
import torch
from datasets import Dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, Trainer,
                          TrainingArguments, set_seed)

set_seed(42)

# In[2]:
train_df = pd.read_json("data/steps/train.jsonl", lines=True)
valid_df = pd.read_json("data/steps/validation.jsonl", lines=True)
train_df.head()

# In[3]:
model_name = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(model_name)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(model_name)

# In[4]:
train_ds = Dataset.from_pandas(train_df)
valid_ds = Dataset.from_pandas(valid_df)


def tokenize(batch):
    texts = [p + " " + s + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=16)
    enc["labels"] = [
        [tok if m == 1 else -100 for tok, m in zip(ids, mask)]
        for ids, mask in zip(enc["input_ids"], enc["attention_mask"])
    ]
    return enc


train_ds = train_ds.map(tokenize, batched=True, remove_columns=["prompt", "steps"])
valid_ds = valid_ds.map(tokenize, batched=True, remove_columns=["prompt", "steps"])

# In[5]:
args = TrainingArguments(
    output_dir="out/bd01",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=3e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)
trainer = Trainer(model=model, args=args, train_dataset=train_ds, eval_dataset=valid_ds)
trainer.train()
print(trainer.evaluate())

# In[6]:
model.eval()
for _, row in valid_df.head(8).iterrows():
    enc = tokenizer(row["prompt"], return_tensors="pt").to(model.device)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id)
    answer = tokenizer.decode(out[0][enc["input_ids"].shape[1]:], skip_special_tokens=True)
    print(row["prompt"], "->", answer, "| expected:", row["steps"])
