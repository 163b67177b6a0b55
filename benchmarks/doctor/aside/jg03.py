"""Teach a tiny GPT-2 which work steps follow a prompt, then let it write them."""
import json
import os

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

CHECKPOINT = "checkpoints/steps"
OUT_DIR = "out/JG03"


def load_split(name):
    with open(os.path.join("data", "steps", name + ".jsonl")) as handle:
        return [json.loads(line) for line in handle]


def main():
    set_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    tokenizer.pad_token = tokenizer.eos_token
    model = AutoModelForCausalLM.from_pretrained(CHECKPOINT)
    model.config.pad_token_id = tokenizer.pad_token_id

    train = load_split("train")
    prompts = {row["prompt"] for row in train}
    valid = [row for row in load_split("validation") if row["prompt"] not in prompts]
    test = [row for row in load_split("test") if row["prompt"] not in prompts]

    def to_ids(row):
        ids = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"]
        return {"input_ids": ids + [tokenizer.eos_token_id]}

    train_ds = Dataset.from_list(train).map(to_ids, remove_columns=["prompt", "steps"])
    valid_ds = Dataset.from_list(valid).map(to_ids, remove_columns=["prompt", "steps"])

    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    args = TrainingArguments(
        output_dir=OUT_DIR,
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
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        data_collator=collator,
        processing_class=tokenizer,
    )
    trainer.train()

    model.eval()
    right = 0
    for i, row in enumerate(test):
        enc = tokenizer(row["prompt"], return_tensors="pt")
        with torch.no_grad():
            out = model.generate(
                input_ids=enc["input_ids"],
                attention_mask=enc["attention_mask"],
                max_new_tokens=10,
                do_sample=False,
                pad_token_id=tokenizer.pad_token_id,
            )
        new = out[0, enc["input_ids"].shape[1]:]
        text = tokenizer.decode(new, skip_special_tokens=True).strip()
        right += text == row["steps"]
        if i < 5:
            print(row["prompt"], "->", text, "| wanted:", row["steps"])
    print(f"exact: {right}/{len(test)}")


if __name__ == "__main__":
    main()
