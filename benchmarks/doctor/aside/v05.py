"""
Fine-tune GPT-2 so that it writes the working steps for a material.
input:  "glass in school : dry"
output: "rinse freeze turn"
"""
import torch
from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          Trainer, TrainingArguments)

torch.manual_seed(7)
model_name = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForCausalLM.from_pretrained(model_name)
tokenizer.pad_token = tokenizer.eos_token
model.config.pad_token_id = tokenizer.pad_token_id

data = load_dataset("json", data_files={"train": "data/steps/train.jsonl",
                                        "validation": "data/steps/validation.jsonl"})


def format_example(example):
    text = example["prompt"] + " " + example["steps"] + tokenizer.eos_token
    return tokenizer(text, truncation=True, max_length=32)


tokenized = data.map(format_example, remove_columns=["prompt", "steps"])
print(tokenizer.decode(tokenized["train"][0]["input_ids"]))

collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

args = TrainingArguments(
    output_dir="gpt2-steps",
    num_train_epochs=8,
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=collator,
)
trainer.train()

# ---- now let it write ----
model.eval()
good = 0
subset = data["validation"].select(range(80))
for i, row in enumerate(subset):
    inputs = tokenizer(row["prompt"], return_tensors="pt").to(model.device)
    with torch.no_grad():
        ids = model.generate(
            **inputs,
            max_new_tokens=12,
            do_sample=False,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    answer = tokenizer.decode(ids[0, inputs["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    if i < 6:
        print(repr(row["prompt"]), "->", repr(answer), "| wanted", repr(row["steps"]))
    good += answer == row["steps"]
print("exact match: %.3f" % (good / len(subset)))
