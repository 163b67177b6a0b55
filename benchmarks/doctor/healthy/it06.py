"""Asking prices. Regression in standardised log space; the scale comes from the training rows only."""
import json
from dataclasses import dataclass
from pathlib import Path
import numpy as np
import torch
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments, set_seed


@dataclass(frozen=True)
class Scale:
    mean: float
    std: float

    @classmethod
    def fit(cls, prices):
        logs = np.log1p(prices)
        return cls(float(logs.mean()), float(logs.std()))

    def forward(self, prices):
        return (np.log1p(prices) - self.mean) / self.std

    def inverse(self, z):
        return np.expm1(np.asarray(z, dtype=np.float64) * self.std + self.mean)


def rows(split):
    return [json.loads(s) for s in Path(f"data/prices/{split}.jsonl").read_text().splitlines() if s.strip()]


def main():
    set_seed(3)
    test = rows("test")
    seen = {r["text"] for r in test}
    valid = [r for r in rows("validation") if r["text"] not in seen]
    seen |= {r["text"] for r in valid}
    train = [r for r in rows("train") if r["text"] not in seen]
    scale = Scale.fit(np.array([r["price"] for r in train], dtype=np.float64))

    tok = AutoTokenizer.from_pretrained("checkpoints/prices")
    model = AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/prices", num_labels=1, problem_type="regression")

    def collate(batch):
        enc = tok([b["text"] for b in batch], padding=True, truncation=True, max_length=32, return_tensors="pt")
        z = scale.forward(np.array([b["price"] for b in batch], dtype=np.float64))
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
                "labels": torch.tensor(z, dtype=torch.float32)}

    def metrics(p):
        got, want = scale.inverse(p.predictions.squeeze(-1)), scale.inverse(p.label_ids)
        base = scale.inverse(np.zeros(len(want)))
        return {"mae": float(np.abs(got - want).mean()), "mae_constant": float(np.abs(base - want).mean())}

    args = TrainingArguments(
        output_dir="out/it06", num_train_epochs=30, learning_rate=1e-3, per_device_train_batch_size=16,
        per_device_eval_batch_size=64, lr_scheduler_type="cosine", warmup_ratio=0.05, eval_strategy="epoch",
        save_strategy="epoch", save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="mae",
        greater_is_better=False, logging_strategy="epoch", report_to="none",
        remove_unused_columns=False)       # the collator needs the raw text
    trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=valid, data_collator=collate,
                      processing_class=tok, compute_metrics=metrics)
    trainer.train()
    print(trainer.evaluate(test, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
