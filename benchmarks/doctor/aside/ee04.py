"""Teach the small GPT-2 to write the work steps for an order, then let it write some."""
import json

import torch
from datasets import Dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(11)
OUT = "out/ee04"


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
known = {r["prompt"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["prompt"] not in known]
print(len(train_rows), "orders for training,", len(valid_rows), "new ones for validation")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

# GPT-2 comes without a padding token
tokenizer.pad_token = tokenizer.eos_token
model.config.pad_token_id = tokenizer.pad_token_id


def encode(row):
    text = row["prompt"] + " " + row["steps"] + tokenizer.eos_token
    return tokenizer(text, truncation=True, max_length=32)


train_ds = Dataset.from_list(train_rows).map(encode, remove_columns=["prompt", "steps"])
valid_ds = Dataset.from_list(valid_rows).map(encode, remove_columns=["prompt", "steps"])

args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=2e-3,
    warmup_ratio=0.05,
    weight_decay=0.01,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
    seed=11,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
)
trainer.train()
print(trainer.evaluate())

# ---- let it write
model.eval()
right = 0
sample = valid_rows[:40]
for i, row in enumerate(sample):
    enc = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        ids = model.generate(**enc, max_new_tokens=12, do_sample=False,
                             pad_token_id=tokenizer.pad_token_id)
    answer = tokenizer.decode(ids[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    right += answer == row["steps"]
    if i < 5:
        print(repr(row["prompt"]), "->", repr(answer), "| wanted", repr(row["steps"]))
print(f"exactly right: {right / len(sample):.2f}")
