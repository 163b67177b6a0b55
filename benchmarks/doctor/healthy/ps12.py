"""Causal language model: the list of steps that follows a prompt (GPT-2, DataCollatorForLanguageModeling)."""
import math

import torch
from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)

set_seed(3)
files = {s: f"data/steps/{s}.jsonl" for s in ("train", "validation", "test")}
raw = load_dataset("json", data_files=files)
unseen = set(raw["validation"]["prompt"]) | set(raw["test"]["prompt"])
raw["train"] = raw["train"].filter(lambda r: r["prompt"] not in unseen)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
# A pad token of its own: with pad = eos the collator would mask the end of every text, and nothing would learn to stop.
tokenizer.add_special_tokens({"pad_token": "<pad>"})
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
model.config.pad_token_id = model.generation_config.pad_token_id = tokenizer.pad_token_id


def tokenize(batch):
    lines = [f"{p} {s}{tokenizer.eos_token}" for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(lines, truncation=True)


lm_data = raw.map(tokenize, batched=True, remove_columns=["prompt", "steps"])
training_args = TrainingArguments(
    output_dir="runs/r12",
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    gradient_accumulation_steps=2,
    learning_rate=3e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.05,
    weight_decay=0.1,
    max_grad_norm=1.0,
    eval_strategy="no",
    save_strategy="no",
    logging_steps=40,
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=lm_data["train"],
    eval_dataset=lm_data["validation"],
    data_collator=DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False),
)
before = trainer.evaluate()["eval_loss"]
trainer.train()
after = trainer.evaluate()["eval_loss"]
print(f"validation perplexity {math.exp(before):.2f} -> {math.exp(after):.2f}")

model.eval()
tokenizer.padding_side = "left"
right = 0
for start in range(0, len(raw["test"]), 80):
    part = raw["test"][start:start + 80]
    enc = tokenizer(part["prompt"], return_tensors="pt", padding=True).to(model.device)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
    completions = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    right += sum(c.split() == s.split() for c, s in zip(completions, part["steps"]))
print(f"exact lists on the test prompts: {right / len(raw['test']):.3f}")
