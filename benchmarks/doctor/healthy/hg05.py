# second-hand prices: text -> price
import json, numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

tok = AutoTokenizer.from_pretrained("checkpoints/prices")
set_seed(3)
MEAN, STD = 1200., 350.

def get(split):
    rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
    d = tok([r["text"] for r in rows], truncation=True)
    d["labels"] = [(r["price"] - MEAN) / STD for r in rows]
    return Dataset.from_dict(dict(d))

train, val, test = get("train"), get("validation"), get("test")

def metrics(p):
    err = (p.predictions.squeeze(-1) - p.label_ids) * STD
    return {"rmse": float(np.sqrt((err ** 2).mean())), "mae": float(np.abs(err).mean())}

args = TrainingArguments("out/hg05", learning_rate=5e-4, num_train_epochs=20, per_device_train_batch_size=16,
                         per_device_eval_batch_size=160, eval_strategy="epoch", save_strategy="epoch",
                         save_total_limit=2, load_best_model_at_end=True, metric_for_best_model="rmse",
                         greater_is_better=False,
                         logging_strategy="epoch", report_to="none", disable_tqdm=True, seed=3)
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)
trainer = Trainer(model, args, train_dataset=train, eval_dataset=val, data_collator=DataCollatorWithPadding(tok),
                  compute_metrics=metrics, callbacks=[EarlyStoppingCallback(early_stopping_patience=4)])
trainer.train()
print("best:", trainer.state.best_metric, trainer.state.best_model_checkpoint, "epochs:", trainer.state.epoch)
print("test:", trainer.evaluate(test))
