import argparse

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tags")
    p.add_argument("--data", default="data/tags")
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


def metrics(eval_pred):
    preds = eval_pred.predictions.argmax(-1)
    gold = eval_pred.label_ids
    seen = gold != -100
    entity = seen & (gold > 0)
    return {
        "token_accuracy": float((preds == gold)[seen].mean()),
        "entity_recall": float((preds == gold)[entity].mean()),
        "entity_precision": float((preds == gold)[seen & (preds > 0)].mean()) if (preds[seen] > 0).any() else 0.0,
    }


def main():
    args = parse()
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    ds = load_dataset(args.data)

    def tokenize(batch):
        enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
        enc["labels"] = batch["tags"]
        return enc

    ds = ds.map(tokenize, batched=True, remove_columns=["words", "tags"])
    model = AutoModelForTokenClassification.from_pretrained(args.checkpoint, num_labels=4)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            "out/ner", learning_rate=args.lr, num_train_epochs=args.epochs, per_device_train_batch_size=16,
            per_device_eval_batch_size=32, save_strategy="no", eval_strategy="epoch", report_to="none", seed=args.seed,
        ),
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        compute_metrics=metrics,
    )
    trainer.train()
    print(trainer.evaluate(ds["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
