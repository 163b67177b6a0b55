import argparse
import re

import torch
from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse_args():
    p = argparse.ArgumentParser(description="fine-tune a small GPT-2 to write the steps that follow a prompt")
    p.add_argument("--model_name", default="checkpoints/steps")
    p.add_argument("--data_dir", default="data/steps")
    p.add_argument("--output_dir", default="out/steps")
    p.add_argument("--num_epochs", type=int, default=15)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--max_new_tokens", type=int, default=10)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def main():
    args = parse_args()
    set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.model_name)
    tokenizer.pad_token = tokenizer.eos_token
    model = AutoModelForCausalLM.from_pretrained(args.model_name)
    model.config.pad_token_id = tokenizer.pad_token_id

    data = load_dataset("json", data_files={s: f"{args.data_dir}/{s}.jsonl" for s in ["train", "validation", "test"]})

    def tokenize(example):
        text = example["prompt"] + " " + example["steps"] + tokenizer.eos_token
        return tokenizer(text, truncation=True, max_length=32)

    tokenized = data.map(tokenize, remove_columns=data["train"].column_names)

    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.output_dir,
            num_train_epochs=args.num_epochs,
            per_device_train_batch_size=args.batch_size,
            learning_rate=args.lr,
            lr_scheduler_type="cosine",
            warmup_ratio=0.1,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=60,
            report_to="none",
            seed=args.seed,
        ),
        train_dataset=tokenized["train"],
        eval_dataset=tokenized["validation"],
        data_collator=collator,
    )
    trainer.train()

    model.eval()
    hits = 0
    for i, row in enumerate(data["test"]):
        inputs = tokenizer(row["prompt"], return_tensors="pt").to(model.device)
        with torch.no_grad():
            out = model.generate(
                **inputs,
                max_new_tokens=args.max_new_tokens,
                do_sample=False,
                pad_token_id=tokenizer.pad_token_id,
            )
        new_tokens = out[0, inputs["input_ids"].shape[1] :]
        text = re.sub(r"\s+", " ", tokenizer.decode(new_tokens, skip_special_tokens=True)).strip()
        hits += text == row["steps"]
        if i < 5:
            print(f"{row['prompt']} => {text}   | expected: {row['steps']}")
    print(f"test exact match: {hits / len(data['test']):.4f}")


if __name__ == "__main__":
    main()
