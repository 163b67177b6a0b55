"""Route support tickets to one of four desks with a small DistilBERT.

python tickets.py --epochs 6 --lr 5e-4
"""
import argparse

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/tickets")
    parser.add_argument("--data", default="data/tickets")
    parser.add_argument("--output_dir", default="out/rd01")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--seed", type=int, default=13)
    return parser.parse_args()


def read_split(folder, split):
    frame = pd.read_json(f"{folder}/{split}.jsonl", lines=True)
    frame = frame.rename(columns={"desk_id": "label"})
    return Dataset.from_pandas(frame[["text", "label"]])


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


def main():
    args = parse_args()
    set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    # order numbers were replaced by this marker when the data was exported
    tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})

    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=4)
    model.resize_token_embeddings(len(tokenizer))

    def tokenize(batch):
        return tokenizer(batch["text"], truncation=True)

    train_set = read_split(args.data, "train").map(tokenize, batched=True)
    dev_set = read_split(args.data, "validation").map(tokenize, batched=True)
    print(tokenizer.tokenize(train_set[0]["text"]))

    training_args = TrainingArguments(
        output_dir=args.output_dir,
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=args.seed,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=train_set,
        eval_dataset=dev_set,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
