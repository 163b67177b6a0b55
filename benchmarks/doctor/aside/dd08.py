# Fine-tune the small GPT-2: it reads "wool at home : cut" and writes the steps that follow.
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

set_seed(2)
CKPT = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(CKPT)
model.config.pad_token_id = tokenizer.pad_token_id


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
train_prompts = {r["prompt"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["prompt"] not in train_prompts]


def to_features(row):
    # the end mark tells the model where the list of steps is over
    ids = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"] + [tokenizer.eos_token_id]
    return {"input_ids": ids, "attention_mask": [1] * len(ids)}


columns = ["prompt", "steps"]
train_ds = Dataset.from_list(train_rows).map(to_features, remove_columns=columns)
valid_ds = Dataset.from_list(valid_rows).map(to_features, remove_columns=columns)

collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

args = TrainingArguments(
    output_dir="out/dd08",
    per_device_train_batch_size=16,
    num_train_epochs=15,
    learning_rate=2e-3,
    lr_scheduler_type="cosine",
    warmup_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=collator,
)
trainer.train()
print(trainer.evaluate())

# how many lists come out exactly right?
model.eval()
right = 0
for n, row in enumerate(valid_rows):
    enc = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=12, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    text = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    right += text == row["steps"]
    if n < 3:
        print(row["prompt"], "->", text, "| expected:", row["steps"])
print(f"exact match {right / len(valid_rows):.3f}")
