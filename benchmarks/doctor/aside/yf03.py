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
    p.add_argument("--out", default="out/yf03")
    p.add_argument("--epochs", type=float, default=8)
    p.add_argument("--lr", type=float, default=2e-3)
    return p.parse_args()


def main():
    args = parse_args()
    set_seed(42)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForCausalLM.from_pretrained(args.model)
    tokenizer.pad_token = tokenizer.eos_token
    model.config.pad_token_id = tokenizer.pad_token_id

    raw = load_dataset("json", data_files={s: f"{args.data}/{s}.jsonl" for s in ("train", "validation", "test")})

    def encode(batch):
        texts = [f"{p} {s}{tokenizer.eos_token}" for p, s in zip(batch["prompt"], batch["steps"])]
        return tokenizer(texts, truncation=True, max_length=32)

    data = raw.map(encode, batched=True, remove_columns=["prompt", "steps"])

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.out,
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=16,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=30,
            report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
    )
    trainer.train()

    model.eval()
    good, finished = 0, 0
    rows = raw["test"].select(range(60))
    for i, row in enumerate(rows):
        enc = tokenizer(row["prompt"], return_tensors="pt")
        with torch.no_grad():
            out = model.generate(**enc, max_new_tokens=14, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        new = out[0, enc["input_ids"].shape[1]:]
        finished += int(tokenizer.eos_token_id in new.tolist())
        answer = tokenizer.decode(new, skip_special_tokens=True).strip()
        good += int(answer == row["steps"])
        if i < 5:
            print(repr(row["prompt"]), "->", repr(answer), "| wanted:", repr(row["steps"]))
    print(f"exact match {good / len(rows):.3f}, ended by itself {finished / len(rows):.3f}")


if __name__ == "__main__":
    main()
