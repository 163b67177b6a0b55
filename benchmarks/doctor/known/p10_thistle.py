import torch
from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)

set_seed(11)
name = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForCausalLM.from_pretrained(name)
tokenizer.pad_token = tokenizer.eos_token

raw = load_dataset("data/steps")


def to_ids(batch):
    text = [p + " " + s + " " + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(text, truncation=True, max_length=32)


lm = raw.map(to_ids, batched=True, remove_columns=["prompt", "steps"])

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        "out/steps-lm",
        num_train_epochs=10,
        learning_rate=3e-3,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=lm["train"],
    eval_dataset=lm["validation"],
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
)
trainer.train()

# exact match on the test prompts
model.eval()
hits = 0
rows = raw["test"].select(range(60))
for i, row in enumerate(rows):
    enc = tokenizer(row["prompt"], return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=10, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    answer = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    hits += answer == row["steps"]
    if i < 4:
        print(row["prompt"], "=>", answer, "| expected:", row["steps"])
print("exact match:", hits / len(rows))
