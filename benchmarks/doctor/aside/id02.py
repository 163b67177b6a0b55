# Teach the small GPT-2 to list the work steps after a prompt such as "glass in school : dry".
import json
import random

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

set_seed(0)


def load(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl", encoding="utf-8")]


train = load("train")
seen = {r["prompt"] for r in train}
valid = [r for r in load("validation") if r["prompt"] not in seen]
print(len(train), "training rows,", len(valid), "unseen validation rows")

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.config.pad_token_id = tok.pad_token_id
model.generation_config.pad_token_id = tok.pad_token_id


def encode(row):
    ids = tok(row["prompt"] + " " + row["steps"])["input_ids"]
    # the end mark closes the list of steps
    ids = ids + [tok.eos_token_id]
    return {"input_ids": ids, "attention_mask": [1] * len(ids)}


ds_train = Dataset.from_list(train).map(encode, remove_columns=["prompt", "steps"])
ds_valid = Dataset.from_list(valid).map(encode, remove_columns=["prompt", "steps"])

collator = DataCollatorForLanguageModeling(tok, mlm=False)

args = TrainingArguments(
    output_dir="out/id02",
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=2e-3,
    lr_scheduler_type="cosine",
    warmup_steps=20,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds_train,
    eval_dataset=ds_valid,
    data_collator=collator,
    processing_class=tok,
)
trainer.train()

model.eval()
right = 0
sample = random.sample(valid, min(40, len(valid)))
for i, row in enumerate(sample):
    enc = tok(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=12, do_sample=False)
    answer = tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    right += answer == row["steps"]
    if i < 5:
        print(row["prompt"], "=>", answer, "| wanted:", row["steps"])
print(f"exact match on {len(sample)} unseen prompts: {right / len(sample):.3f}")
