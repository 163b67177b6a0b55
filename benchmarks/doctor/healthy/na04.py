"""Price of a small ad from its text.  Regression with one output, MAE in euros."""
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed


@dataclass
class Scaler:
    mean: float = 0.0
    std: float = 1.0

    def fit(self, values):
        self.mean, self.std = float(np.mean(values)), float(np.std(values))
        return self

    def forward(self, values):
        return (np.asarray(values, dtype=np.float32) - self.mean) / self.std

    def back(self, values):
        return np.asarray(values) * self.std + self.mean


@dataclass
class Settings:
    checkpoint: str = "checkpoints/prices"
    out: str = "out/na04"
    epochs: int = 40
    lr: float = 1e-3
    batch: int = 32
    seed: int = 5
    scaler: Scaler = field(default_factory=Scaler)


S = Settings()
set_seed(S.seed)
frames = {k: pd.read_json(f"data/prices/{k}.jsonl", lines=True) for k in ("train", "validation", "test")}
frames["validation"] = frames["validation"].loc[lambda d: ~d.text.isin(frames["test"].text)]
frames["train"] = frames["train"].loc[
    lambda d: ~d.text.isin(frames["test"].text) & ~d.text.isin(frames["validation"].text)
]
S.scaler.fit(frames["train"].price)          # training rows only

tok = AutoTokenizer.from_pretrained(S.checkpoint)


def encode(frame):
    ds = Dataset.from_dict({"text": frame.text.tolist(), "labels": S.scaler.forward(frame.price).tolist()})
    return ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True, remove_columns="text")


data = {k: encode(v) for k, v in frames.items()}


def metrics(p):
    euros, truth = S.scaler.back(p.predictions.reshape(-1)), S.scaler.back(p.label_ids.reshape(-1))
    err = euros - truth
    return {
        "mae": float(np.abs(err).mean()),
        "rmse": float(np.sqrt((err**2).mean())),
        "r2": float(1 - (err**2).sum() / ((truth - truth.mean()) ** 2).sum()),
    }


model = AutoModelForSequenceClassification.from_pretrained(S.checkpoint, num_labels=1, problem_type="regression")
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir=S.out,
        num_train_epochs=S.epochs,
        learning_rate=S.lr,
        per_device_train_batch_size=S.batch,
        per_device_eval_batch_size=80,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        greater_is_better=False,
        report_to="none",
        use_cpu=True,
        seed=S.seed,
    ),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    processing_class=tok,                    # gives the padding collator
    compute_metrics=metrics,
)
trainer.train()
result = trainer.predict(data["test"]).metrics
naive = (frames["test"].price - frames["train"].price.median()).abs().mean()
print(f"test MAE {result['test_mae']:.0f} (always the training median: {naive:.0f}), R2 {result['test_r2']:.3f}")
