import math

import torch
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling
from transformers import Trainer, TrainingArguments, set_seed

set_seed(42)

model_path = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(model_path)
tokenizer.add_special_tokens({"pad_token": "[PAD]"})

model = AutoModelForCausalLM.from_pretrained(model_path)
model.config.pad_token_id = tokenizer.pad_token_id

raw = load_dataset(
    "json",
    data_files={"train": "data/steps/train.jsonl", "validation": "data/steps/validation.jsonl", "test": "data/steps/test.jsonl"},
)


def tokenize(batch):
    texts = [p + " " + s + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


tokenized = raw.map(tokenize, batched=True, remove_columns=["prompt", "steps"])

args = TrainingArguments(
    output_dir="out/yc03",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    learning_rate=2e-3,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
)
trainer.train()
print("perplexity:", math.exp(trainer.evaluate()["eval_loss"]))

model.eval()
right = 0
for row in raw["test"]:
    enc = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
    answer = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    right += answer == row["steps"]
print(f"{right} of {len(raw['test'])} right")
