"""Finetune a small GPT-2 so that it writes the work steps for a prompt."""
import argparse

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
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/steps")
    p.add_argument("--data", default="data/steps")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--out", default="out/re01")
    return p.parse_args()


def main():
    args = parse_args()
    set_seed(42)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForCausalLM.from_pretrained(args.model)
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    model.resize_token_embeddings(len(tokenizer))

    raw = load_dataset(
        "json",
        data_files={s: f"{args.data}/{s}.jsonl" for s in ("train", "validation")},
    )

    def tokenize(batch):
        texts = [
            f"{p} {s} {tokenizer.eos_token}"
            for p, s in zip(batch["prompt"], batch["steps"])
        ]
        return tokenizer(texts, truncation=True, max_length=32)

    tokenized = raw.map(tokenize, batched=True, remove_columns=["prompt", "steps"])
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.out,
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=args.batch_size,
            per_device_eval_batch_size=32,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=30,
            report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=tokenized["train"],
        eval_dataset=tokenized["validation"],
        data_collator=collator,
    )
    trainer.train()

    model.eval()
    exact = 0
    lengths = []
    n = 60
    for i in range(n):
        row = raw["validation"][i]
        enc = tokenizer(row["prompt"], return_tensors="pt")
        with torch.no_grad():
            out = model.generate(
                **enc,
                max_new_tokens=16,
                do_sample=False,
                pad_token_id=tokenizer.pad_token_id,
            )
        new_tokens = out[0, enc["input_ids"].shape[1]:]
        text = tokenizer.decode(new_tokens, skip_special_tokens=True)
        lengths.append(len(text.split()))
        exact += text == row["steps"]
        if i < 5:
            print(row["prompt"], "->", text, "| expected:", row["steps"])
    print("exact match", exact / n)
    print("mean number of words written", sum(lengths) / n)


if __name__ == "__main__":
    main()
