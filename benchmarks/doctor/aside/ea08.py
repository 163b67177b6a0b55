"""Teach the little GPT-2 to write the working steps after a prompt such as 'glass in school : dry'."""
import json

from datasets import Dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(3)
BASE = "checkpoints/steps"
OUT = "out/ea08"

tokenizer = AutoTokenizer.from_pretrained(BASE)
model = AutoModelForCausalLM.from_pretrained(BASE)

# GPT-2 comes without a padding token
tokenizer.pad_token = tokenizer.eos_token
model.config.pad_token_id = tokenizer.pad_token_id
model.generation_config.pad_token_id = tokenizer.pad_token_id


def read(split, skip=()):
    with open(f"data/steps/{split}.jsonl") as f:
        recs = [json.loads(line) for line in f]
    return [r for r in recs if r["prompt"] not in skip]


train_recs = read("train")
seen = {r["prompt"] for r in train_recs}
valid_recs, test_recs = read("validation", seen), read("test", seen)


def encode(rec):
    text = rec["prompt"] + " " + rec["steps"]
    ids = tokenizer(text)["input_ids"] + [tokenizer.eos_token_id]
    return {"input_ids": ids, "attention_mask": [1] * len(ids)}


def to_ds(recs):
    return Dataset.from_list(recs).map(encode, remove_columns=["prompt", "steps"])


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir=OUT,
        num_train_epochs=30,
        learning_rate=1e-3,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        lr_scheduler_type="linear",
        warmup_steps=20,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=3,
    ),
    train_dataset=to_ds(train_recs),
    eval_dataset=to_ds(valid_recs),
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
    processing_class=tokenizer,
)
trainer.train()
trainer.save_model(OUT + "/final")


def write_steps(prompt):
    enc = tokenizer(prompt, return_tensors="pt").to(model.device)
    out = model.generate(**enc, max_new_tokens=10, do_sample=False)
    return tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


model.eval()
right = 0
for i, rec in enumerate(test_recs):
    answer = write_steps(rec["prompt"])
    right += answer == rec["steps"]
    if i < 5:
        print(f"{rec['prompt']!r}: {answer!r} (should be {rec['steps']!r})")
print(f"exact match on {len(test_recs)} unseen prompts: {right / len(test_recs):.3f}")
