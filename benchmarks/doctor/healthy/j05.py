"""Price of a small ad from its text. Trainer subclass with a Huber loss on standardised prices."""
import argparse

import numpy as np
import torch
from datasets import load_dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


class HuberTrainer(Trainer):
    def __init__(self, *args, delta=1.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.delta = delta

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        pred = outputs.logits.squeeze(-1)
        loss = torch.nn.functional.huber_loss(pred, labels.to(pred.dtype), delta=self.delta)
        return (loss, outputs) if return_outputs else loss


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/prices")
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--epochs", type=int, default=20)
    p.add_argument("--out", default="outputs/j05")
    return p.parse_args()


def main():
    a = parse()
    set_seed(5)
    ds = load_dataset(
        "json",
        data_files={s: f"data/prices/{s}.jsonl" for s in ("train", "validation", "test")},
        cache_dir=a.out + "/cache",
    )
    held = set(ds["validation"]["text"]) | set(ds["test"]["text"])
    ds["train"] = ds["train"].filter(lambda r: r["text"] not in held)

    prices = np.array(ds["train"]["price"], dtype=np.float64)
    mean, std = prices.mean(), prices.std()  # statistics of the training split only
    print(f"{len(prices)} training ads, mean {mean:.0f}, std {std:.0f}")

    tok = AutoTokenizer.from_pretrained(a.checkpoint)

    def prepare(batch):
        out = tok(batch["text"], truncation=True)
        out["labels"] = [float((p - mean) / std) for p in batch["price"]]
        return out

    ds = ds.map(prepare, batched=True, remove_columns=["text", "price"])

    config = AutoConfig.from_pretrained(a.checkpoint, num_labels=1, problem_type="regression")
    model = AutoModelForSequenceClassification.from_pretrained(a.checkpoint, config=config)

    def metrics(p):
        y = p.label_ids.reshape(-1) * std + mean
        yhat = p.predictions.reshape(-1) * std + mean
        return {"mae": mean_absolute_error(y, yhat), "r2": r2_score(y, yhat)}

    trainer = HuberTrainer(
        model=model,
        args=TrainingArguments(
            output_dir=a.out,
            learning_rate=a.lr,
            num_train_epochs=a.epochs,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=80,
            lr_scheduler_type="cosine",
            warmup_steps=30,
            max_grad_norm=1.0,
            logging_steps=100,
            eval_strategy="epoch",
            save_strategy="no",
            report_to=[],
            disable_tqdm=True,
            use_cpu=True,
            seed=5,
        ),
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=metrics,
        delta=1.0,
    )
    trainer.train()
    const = np.abs(np.array(ds["test"]["labels"]) * std).mean()
    final = trainer.predict(ds["test"]).metrics
    print(f"test MAE {final['test_mae']:.1f} (always the mean: {const:.1f}), R2 {final['test_r2']:.3f}")


if __name__ == "__main__":
    main()
