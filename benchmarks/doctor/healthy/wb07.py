#!/usr/bin/env python
"""Fine-tune the tiny BERT on the small SST-2 with the Trainer.

There is no labelled test file, so the validation file is the test set here and the rows
for model selection are taken out of the training file.
"""
import argparse

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--data", default="data/glue/sst2")
    p.add_argument("--out", default="out/wb07")
    p.add_argument("--lr", type=float, default=4e-4)
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


def compute_metrics(pred):
    guess = np.argmax(pred.predictions, axis=-1)
    return {"accuracy": float((guess == pred.label_ids).mean())}


def main():
    args = parse()
    set_seed(args.seed)
    tail = "-00000-of-00001.parquet"
    raw = load_dataset("parquet", data_files={"train": f"{args.data}/train{tail}",
                                              "test": f"{args.data}/validation{tail}"},
                       cache_dir=f"{args.out}/cache")
    parts = raw["train"].train_test_split(test_size=300, seed=args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)

    def tokenize(batch):
        return tokenizer(batch["sentence"], truncation=True, max_length=64)

    drop = ["sentence", "idx"]
    train = parts["train"].map(tokenize, batched=True, remove_columns=drop)
    dev = parts["test"].map(tokenize, batched=True, remove_columns=drop)
    test = raw["test"].map(tokenize, batched=True, remove_columns=drop)

    model = AutoModelForSequenceClassification.from_pretrained(
        args.checkpoint, num_labels=2,
        id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1})

    training_args = TrainingArguments(
        output_dir=args.out,
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        logging_steps=20,
        report_to="none",
        seed=args.seed,
        use_cpu=True,
        dataloader_pin_memory=False,
    )
    trainer = Trainer(model=model, args=training_args, train_dataset=train, eval_dataset=dev,
                      processing_class=tokenizer,
                      data_collator=DataCollatorWithPadding(tokenizer),
                      compute_metrics=compute_metrics)
    trainer.train()
    print("dev :", trainer.evaluate()["eval_accuracy"])
    print("test:", trainer.evaluate(test, metric_key_prefix="test")["test_accuracy"])


if __name__ == "__main__":
    main()
