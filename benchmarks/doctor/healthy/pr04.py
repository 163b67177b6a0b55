"""Price regression with Trainer. Targets are standardised with the training mean and deviation."""
import json
import numpy as np
import torch
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainerCallback,
                          TrainingArguments)


def load(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


splits = {s: load(s) for s in ("train", "validation", "test")}
mu = float(np.mean(splits["train"]["price"]))
sd = float(np.std(splits["train"]["price"]))
tok = AutoTokenizer.from_pretrained("checkpoints/prices")


def prepare(row):
    out = tok(row["text"], truncation=True)
    out["label"] = (row["price"] - mu) / sd
    return out


splits = {k: d.map(prepare, remove_columns=d.column_names) for k, d in splits.items()}


def collate(features):
    labels = torch.tensor([f.pop("label") for f in features], dtype=torch.float32)
    batch = tok.pad(features, return_tensors="pt", pad_to_multiple_of=8)
    batch["labels"] = labels
    return batch


def scores(p):
    y, z = p.label_ids.reshape(-1), p.predictions.reshape(-1)
    return {"mae": float(np.abs(y - z).mean() * sd), "r2": float(1 - ((y - z) ** 2).sum() / ((y - y.mean()) ** 2).sum())}


class Printer(TrainerCallback):
    def on_evaluate(self, args, state, control, metrics=None, **kw):
        print(f"epoch {state.epoch:.0f}: mse {metrics['eval_loss']:.4f} mae {metrics['eval_mae']:.1f} r2 {metrics['eval_r2']:.3f}")


def model_init():
    # num_labels=1 makes the model use the mean squared error
    return AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1, problem_type="regression")


args = TrainingArguments(
    "/tmp/r04_out", learning_rate=1e-3, num_train_epochs=6, per_device_train_batch_size=16,
    per_device_eval_batch_size=80, lr_scheduler_type="linear", warmup_steps=30, eval_strategy="epoch",
    save_strategy="no", logging_strategy="no", report_to="none", disable_tqdm=True, remove_unused_columns=False, seed=11)
trainer = Trainer(model_init=model_init, args=args, train_dataset=splits["train"], eval_dataset=splits["validation"],
                  data_collator=collate, compute_metrics=scores, callbacks=[Printer()])
trainer.train()
final = trainer.predict(splits["test"]).metrics
y = np.array(splits["test"]["label"])
print("test mae %.1f, r2 %.3f; mean baseline mae %.1f" % (final["test_mae"], final["test_r2"], np.abs(y).mean() * sd))
