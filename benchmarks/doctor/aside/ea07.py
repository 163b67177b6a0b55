"""Paraphrase detection (MRPC-like pairs) with a tiny BERT: train, keep the best epoch, report."""
import argparse

import pandas as pd
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--out", default="out/ea07")
    p.add_argument("--seed", type=int, default=5)
    return p.parse_args()


def mrpc():
    splits = {}
    for name in ("train", "validation", "test"):
        df = pd.read_parquet(f"data/glue/mrpc/{name}-00000-of-00001.parquet")
        splits[name] = Dataset.from_dict(
            {c: df[c].tolist() for c in ("sentence1", "sentence2", "label")}
        )
    return DatasetDict(splits)


def scores(p):
    guess = p.predictions.argmax(axis=-1)
    return {
        "accuracy": accuracy_score(p.label_ids, guess),
        "f1": f1_score(p.label_ids, guess),
        "macro_f1": f1_score(p.label_ids, guess, average="macro"),
    }


def main():
    a = parse()
    set_seed(a.seed)
    tok = AutoTokenizer.from_pretrained(a.model)
    data = mrpc().map(
        lambda b: tok(b["sentence1"], b["sentence2"], truncation=True, max_length=128),
        batched=True,
        remove_columns=["sentence1", "sentence2"],
    )
    print({k: len(v) for k, v in data.items()})

    trainer = Trainer(
        model=AutoModelForSequenceClassification.from_pretrained(a.model, num_labels=2),
        args=TrainingArguments(
            output_dir=a.out,
            learning_rate=a.lr,
            num_train_epochs=a.epochs,
            per_device_train_batch_size=a.batch,
            per_device_eval_batch_size=100,
            warmup_ratio=0.1,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=2,
            load_best_model_at_end=True,
            metric_for_best_model="macro_f1",
            greater_is_better=True,
            logging_steps=50,
            report_to="none",
            seed=a.seed,
        ),
        train_dataset=data["train"],
        eval_dataset=data["test"],
        data_collator=DataCollatorWithPadding(tok),
        processing_class=tok,
        compute_metrics=scores,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
    )
    trainer.train()

    result = trainer.evaluate(data["test"], metric_key_prefix="test")
    for k in ("test_accuracy", "test_f1", "test_macro_f1"):
        print(f"{k:15s} {result[k]:.3f}")


if __name__ == "__main__":
    main()
