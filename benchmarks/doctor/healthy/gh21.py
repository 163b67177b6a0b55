# Price regression. The target is standardised with the mean and the deviation of the training rows;
# the numbers that people read are in euros again.
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainerCallback, TrainingArguments, set_seed)

set_seed(44)
CKPT, OUT = "checkpoints/prices", "out/gh21"


class KeepCurve(TrainerCallback):
    def __init__(self):
        self.curve = []

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if metrics and "eval_mae" in metrics:
            self.curve.append((state.global_step, round(metrics["eval_mae"], 1)))

    def on_train_end(self, args, state, control, **kwargs):
        with open(f"{args.output_dir}/curve.json", "w") as f:
            json.dump(self.curve, f)


def lines(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(x) for x in f]


train, valid, test = lines("train"), lines("validation"), lines("test")
valid = [r for r in valid if r["text"] not in {t["text"] for t in test}]
known = {r["text"] for r in valid} | {r["text"] for r in test}
train = [r for r in train if r["text"] not in known]

prices = np.array([r["price"] for r in train], dtype=np.float64)
MEAN, STD = float(prices.mean()), float(prices.std())
tok = AutoTokenizer.from_pretrained(CKPT)


def dataset(rows):
    enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
    return Dataset.from_dict({
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
        "labels": [(r["price"] - MEAN) / STD for r in rows],
    })


def euros(p):
    guess = p.predictions.reshape(-1) * STD + MEAN
    truth = p.label_ids.reshape(-1) * STD + MEAN
    err = guess - truth
    return {"mae": float(np.abs(err).mean()), "rmse": float(np.sqrt((err ** 2).mean())),
            "r2": float(1 - (err ** 2).sum() / ((truth - truth.mean()) ** 2).sum())}


model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")
args = TrainingArguments(
    output_dir=OUT, num_train_epochs=30, per_device_train_batch_size=16, per_device_eval_batch_size=64,
    learning_rate=1e-3, lr_scheduler_type="linear", warmup_ratio=0.1, weight_decay=0.0,
    eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, load_best_model_at_end=True,
    metric_for_best_model="mae", greater_is_better=False, logging_strategy="epoch", report_to="none", use_cpu=True,
    seed=44, disable_tqdm=True)
keeper = KeepCurve()
trainer = Trainer(model=model, args=args, train_dataset=dataset(train), eval_dataset=dataset(valid),
                  data_collator=DataCollatorWithPadding(tok), compute_metrics=euros, callbacks=[keeper])
trainer.train()

base = np.mean([abs(r["price"] - MEAN) for r in test])
final = trainer.predict(dataset(test)).metrics
print(f"always the mean: mae {base:.0f} euros")
print(f"model: mae {final['test_mae']:.0f}, rmse {final['test_rmse']:.0f}, r2 {final['test_r2']:.3f}")
print("curve:", keeper.curve)
