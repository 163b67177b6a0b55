"""Guess the price from an advertisement: regression head on the small DistilBERT."""
import pandas as pd
import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)


class PriceScaler:
    """z-scores, fitted on the training prices"""

    def fit(self, y):
        self.mean, self.std = float(np.mean(y)), float(np.std(y))
        return self

    def forward(self, y):
        return (np.asarray(y, dtype=np.float32) - self.mean) / self.std

    def back(self, z):
        return np.asarray(z) * self.std + self.mean


def frames():
    tr, va, te = (pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test"))
    va = va[~va.text.isin(tr.text)]
    te = te[~te.text.isin(tr.text) & ~te.text.isin(va.text)]
    return tr, va, te


def main():
    set_seed(0)
    tr, va, te = frames()
    scaler = PriceScaler().fit(tr.price)
    tok = AutoTokenizer.from_pretrained("checkpoints/prices")

    def make(df):
        enc = tok(df.text.tolist(), truncation=True, max_length=32)
        return Dataset.from_dict({**enc, "labels": scaler.forward(df.price).tolist()})

    train_ds, valid_ds, test_ds = make(tr), make(va), make(te)

    model = AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/prices", num_labels=1, problem_type="regression")

    def compute_metrics(p):
        guess = scaler.back(p.predictions.squeeze(-1))
        truth = scaler.back(p.label_ids.reshape(-1))
        err = guess - truth
        return {
            "mae": float(np.abs(err).mean()),
            "r2": float(1 - (err ** 2).sum() / ((truth - truth.mean()) ** 2).sum()),
        }

    args = TrainingArguments(
        output_dir="out/jh05",
        num_train_epochs=15,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        processing_class=tok,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
    )
    trainer.train()

    print("picked:", trainer.state.best_model_checkpoint, trainer.state.best_metric)
    scores = trainer.evaluate(test_ds, metric_key_prefix="test")
    print({k: round(v, 3) for k, v in scores.items()})


if __name__ == "__main__":
    main()
