"""Teach a small GPT-2 to write the steps that follow a prompt."""
import json

import torch
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling
from transformers import Trainer, TrainingArguments, set_seed

set_seed(42)
CKPT = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(CKPT)
model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id
model.generation_config.pad_token_id = tokenizer.pad_token_id


def read(split):
    with open(f"data/steps/{split}.jsonl") as handle:
        return [json.loads(line) for line in handle]


def to_dataset(rows):
    texts = [row["prompt"] + " " + row["steps"] + " " + tokenizer.eos_token for row in rows]
    return Dataset.from_dict({"text": texts}).map(
        lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text"]
    )


train_rows, valid_rows = read("train"), read("validation")
collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/steps",
        num_train_epochs=12,
        learning_rate=5e-4,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=to_dataset(train_rows),
    eval_dataset=to_dataset(valid_rows),
    data_collator=collator,
)
trainer.train()

# write the steps for a few held-out prompts
model.eval()
tokenizer.padding_side = "left"
right = 0
for start in range(0, len(valid_rows), 32):
    part = valid_rows[start:start + 32]
    enc = tokenizer([r["prompt"] for r in part], return_tensors="pt", padding=True)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=10, do_sample=False)
    texts = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    right += sum(t.strip() == r["steps"] for t, r in zip(texts, part))
    if start == 0:
        for t, r in list(zip(texts, part))[:4]:
            print(f"{r['prompt']!r}: {t!r} (expected {r['steps']!r})")
print("exact match:", right / len(valid_rows))
