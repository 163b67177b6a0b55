# Fine-tune the small GPT-2 on the "steps" texts and report the perplexity on the validation rows
import argparse
import json
import math

from datasets import Dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          Trainer, TrainingArguments)


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/steps")
    p.add_argument("--data", default="data/steps")
    p.add_argument("--out", default="out/vb02")
    p.add_argument("--epochs", type=int, default=3)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--max-length", type=int, default=32)
    p.add_argument("--seed", type=int, default=7)
    return p.parse_args()


def read_jsonl(path):
    with open(path, encoding="utf-8") as fh:
        return [json.loads(line) for line in fh]


def to_text(row):
    return row["prompt"] + " " + row["steps"]


def main():
    args = parse_args()
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForCausalLM.from_pretrained(args.model)

    valid_texts = sorted({to_text(r) for r in read_jsonl(f"{args.data}/validation.jsonl")})
    held_out = set(valid_texts)
    train_texts = sorted({to_text(r) for r in read_jsonl(f"{args.data}/train.jsonl")} - held_out)
    print(len(train_texts), "training texts,", len(valid_texts), "validation texts")

    def tokenize(batch):
        return tokenizer(batch["text"], truncation=True, max_length=args.max_length)

    train_ds = Dataset.from_dict({"text": train_texts}).map(tokenize, batched=True, remove_columns=["text"])
    valid_ds = Dataset.from_dict({"text": valid_texts}).map(tokenize, batched=True, remove_columns=["text"])

    collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

    training_args = TrainingArguments(
        output_dir=args.out,
        num_train_epochs=args.epochs,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        learning_rate=args.lr,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=args.seed,
    )

    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        data_collator=collator,
    )
    trainer.train()

    metrics = trainer.evaluate()
    print(f"perplexity: {math.exp(metrics['eval_loss']):.2f}")


if __name__ == "__main__":
    main()
