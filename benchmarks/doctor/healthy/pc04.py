"""Predict the asking price from the text of a small ad (regression, one output)."""
import pandas as pd
import torch
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(1)
CHECKPOINT = "checkpoints/prices"
frames = {name: pd.read_json(f"data/prices/{name}.jsonl", lines=True) for name in ("train", "validation", "test")}
MEAN, STD = frames["train"].price.mean(), frames["train"].price.std()

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


class AdDataset(torch.utils.data.Dataset):
    def __init__(self, df):
        self.enc = tokenizer(df.text.tolist(), truncation=True)
        self.target = ((df.price - MEAN) / STD).tolist()

    def __len__(self):
        return len(self.target)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = float(self.target[i])
        return item


def compute_metrics(p):
    pred = p.predictions.reshape(-1) * STD + MEAN
    true = p.label_ids.reshape(-1) * STD + MEAN
    return {"mae": float(mean_absolute_error(true, pred)), "r2": float(r2_score(true, pred))}


train_set, val_set, test_set = (AdDataset(frames[n]) for n in ("train", "validation", "test"))
model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=1, problem_type="regression")

training_args = TrainingArguments(
    output_dir="price_runs",
    num_train_epochs=10,
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
    greater_is_better=False,
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_set,
    eval_dataset=val_set,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

test_metrics = trainer.predict(test_set).metrics
print(f"test MAE {test_metrics['test_mae']:.1f}   R2 {test_metrics['test_r2']:.3f}")
print(f"always the mean: MAE {mean_absolute_error(frames['test'].price, [MEAN] * len(frames['test'])):.1f}")
