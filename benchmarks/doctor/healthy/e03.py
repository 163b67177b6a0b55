import argparse

import numpy as np
from datasets import load_dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse_args():
    p = argparse.ArgumentParser(description="Predict the asking price of a small ad from its text.")
    p.add_argument("--model", default="checkpoints/prices")
    p.add_argument("--data_dir", default="data/prices")
    p.add_argument("--output_dir", default="out_e03")
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


SCALE = 1000.0  # prices are learnt in thousands


def main():
    opts = parse_args()
    set_seed(opts.seed)

    files = {split: f"{opts.data_dir}/{split}.jsonl" for split in ("train", "validation", "test")}
    ads = load_dataset("json", data_files=files)
    tokenizer = AutoTokenizer.from_pretrained(opts.model)

    def prepare(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = [price / SCALE for price in batch["price"]]
        return enc

    ads = ads.map(prepare, batched=True, remove_columns=ads["train"].column_names)

    model = AutoModelForSequenceClassification.from_pretrained(
        opts.model, num_labels=1, problem_type="regression"
    )

    def compute_metrics(pred):
        guess = pred.predictions.squeeze(-1) * SCALE
        truth = pred.label_ids * SCALE
        return {"mae": mean_absolute_error(truth, guess), "r2": r2_score(truth, guess)}

    training_args = TrainingArguments(
        output_dir=opts.output_dir,
        overwrite_output_dir=True,
        num_train_epochs=opts.epochs,
        per_device_train_batch_size=opts.batch_size,
        per_device_eval_batch_size=80,
        learning_rate=opts.lr,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        logging_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        greater_is_better=False,
        report_to="none",
        seed=opts.seed,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=ads["train"],
        eval_dataset=ads["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=8)],
    )
    trainer.train()
    print("best checkpoint:", trainer.state.best_model_checkpoint)
    metrics = trainer.evaluate(ads["test"], metric_key_prefix="test")
    print("test MAE %.1f  R2 %.3f" % (metrics["test_mae"], metrics["test_r2"]))


if __name__ == "__main__":
    main()
