"""Text -> asking price. Regression head, RMSE in money, best checkpoint kept."""
import numpy as np
import pandas as pd
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

CKPT = "checkpoints/prices"
SEED = 99


def load_frames():
    frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
    # some ads were posted more than once
    te = set(frames["test"]["text"])
    frames["validation"] = frames["validation"][~frames["validation"]["text"].isin(te)]
    seen = te | set(frames["validation"]["text"])
    frames["train"] = frames["train"][~frames["train"]["text"].isin(seen)]
    return {k: v.reset_index(drop=True) for k, v in frames.items()}


class PriceScaler:
    def fit(self, prices):
        self.mean, self.std = prices.mean(), prices.std()
        return self

    def forward(self, prices):
        return (prices - self.mean) / self.std

    def backward(self, z):
        return z * self.std + self.mean


def to_examples(df, tokenizer, scaler):
    enc = tokenizer(df["text"].tolist(), truncation=True)
    z = scaler.forward(df["price"].astype(float))
    return [{"input_ids": i, "attention_mask": m, "labels": float(t)}
            for i, m, t in zip(enc["input_ids"], enc["attention_mask"], z)]


def main():
    set_seed(SEED)
    frames = load_frames()
    scaler = PriceScaler().fit(frames["train"]["price"])
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    data = {k: to_examples(df, tokenizer, scaler) for k, df in frames.items()}

    def compute_metrics(p):
        pred = scaler.backward(p.predictions.reshape(-1))
        true = scaler.backward(p.label_ids.reshape(-1))
        return {
            "rmse": float(np.sqrt(np.mean((pred - true) ** 2))),
            "mae": float(np.mean(np.abs(pred - true))),
        }

    args = TrainingArguments(
        output_dir="out/dc08",
        num_train_epochs=10,
        learning_rate=1e-3,
        lr_scheduler_type="cosine",
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="rmse",
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        seed=SEED,
    )
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()

    baseline = np.sqrt(np.mean((frames["test"]["price"] - scaler.mean) ** 2))
    scores = trainer.evaluate(data["test"], metric_key_prefix="test")
    print(f"best checkpoint: {trainer.state.best_model_checkpoint}")
    print(f"test rmse {scores['test_rmse']:.1f}  mae {scores['test_mae']:.1f}  (mean price: rmse {baseline:.1f})")


if __name__ == "__main__":
    main()
