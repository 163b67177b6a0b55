# %% [markdown]
# Fine-tune a small GPT-2 to write the steps for a given task
# %%
import json

import torch
from datasets import Dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer,
                          DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)

set_seed(0)

# %%
def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return Dataset.from_list([json.loads(l) for l in f])

train_ds, test_ds = read("train"), read("test")
print(train_ds[0])

# %%
tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
print("vocab:", len(tokenizer), "pad token:", tokenizer.pad_token)
tokenizer.add_special_tokens({"pad_token": "[PAD]"})

model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id
print(model.num_parameters(), "parameters")

# %%
def tokenize(batch):
    texts = [p + " " + s + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=24)

train_tok = train_ds.map(tokenize, batched=True, remove_columns=train_ds.column_names)
test_tok = test_ds.map(tokenize, batched=True, remove_columns=test_ds.column_names)
print(tokenizer.decode(train_tok[0]["input_ids"]))

# %%
args = TrainingArguments(
    output_dir="out/ye11",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    learning_rate=5e-3,
    warmup_ratio=0.1,
    lr_scheduler_type="cosine",
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_tok,
    eval_dataset=test_tok,
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
)
trainer.train()

# %%
model.eval()
hits = 0
for i, row in enumerate(test_ds):
    enc = tokenizer(row["prompt"], return_tensors="pt").to(model.device)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=10, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    text = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    hits += text == row["steps"]
    if i < 5:
        print(row["prompt"], "->", text, "| expected:", row["steps"])
print("exact match:", hits / len(test_ds))
