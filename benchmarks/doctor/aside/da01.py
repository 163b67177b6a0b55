"""Price suggestion for second-hand adverts: text in, euros out.

Fine-tunes our small DistilBERT as a regressor and keeps the best epoch.
"""
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

CKPT = "checkpoints/prices"
OUT = "out/da01"


def read(split):
    return pd.read_json(f"data/prices/{split}.jsonl", lines=True).drop_duplicates("text")


def main():
    set_seed(7)
    train_df, valid_df, test_df = read("train"), read("validation"), read("test")
    # the same advert is sometimes posted again: keep only adverts that the model has not seen
    valid_df = valid_df[~valid_df.text.isin(train_df.text)]
    test_df = test_df[~test_df.text.isin(train_df.text) & ~test_df.text.isin(valid_df.text)]
    print(len(train_df), "train", len(valid_df), "validation", len(test_df), "test")

    mu, sigma = train_df.price.mean(), train_df.price.std()
    tok = AutoTokenizer.from_pretrained(CKPT)

    def build(df):
        df = df.assign(labels=((df.price - mu) / sigma).astype("float32"))
        ds = Dataset.from_pandas(df[["text", "labels"]], preserve_index=False)
        return ds.map(lambda b: tok(b["text"], truncation=True), batched=True, remove_columns=["text"])

    train_ds, valid_ds, test_ds = build(train_df), build(valid_df), build(test_df)

    def compute_metrics(p):
        pred = np.asarray(p.predictions).reshape(-1) * sigma + mu
        true = np.asarray(p.label_ids).reshape(-1) * sigma + mu
        err = pred - true
        return {"rmse": float(np.sqrt((err ** 2).mean())), "mae": float(np.abs(err).mean())}

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1)
    args = TrainingArguments(
        output_dir=OUT,
        learning_rate=5e-4,
        num_train_epochs=10,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="rmse",
        logging_strategy="epoch",
        report_to="none",
        seed=7,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=compute_metrics,
    )
    trainer.train()

    print("best checkpoint:", trainer.state.best_model_checkpoint, "rmse", trainer.state.best_metric)
    res = trainer.evaluate(test_ds, metric_key_prefix="test")
    print(f"test rmse {res['test_rmse']:.0f} EUR, mae {res['test_mae']:.0f} EUR")
    trainer.save_model(f"{OUT}/final")


if __name__ == "__main__":
    main()
