"""Sentiment with a bit more weight on the negative class (we care about complaints)."""
import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

BASE = "checkpoints/bert"
WEIGHTS = [1.5, 1.0]


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = torch.tensor(class_weights, dtype=torch.float32)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(**inputs)
        probs = torch.softmax(outputs.logits, dim=-1)
        loss = F.cross_entropy(probs, labels, weight=self.class_weights.to(probs.device))
        return (loss, outputs) if return_outputs else loss


def load_sst2(split, tokenizer):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    ds = Dataset.from_dict({"sentence": df["sentence"].tolist(), "labels": df["label"].tolist()})
    return ds.map(
        lambda b: tokenizer(b["sentence"], truncation=True, max_length=64),
        batched=True,
        remove_columns=["sentence"],
    )


def compute_metrics(p):
    pred = p.predictions.argmax(axis=-1)
    neg = p.label_ids == 0
    return {
        "accuracy": float((pred == p.label_ids).mean()),
        "recall_negative": float((pred[neg] == 0).mean()),
        "recall_positive": float((pred[~neg] == 1).mean()),
    }


tokenizer = AutoTokenizer.from_pretrained(BASE)
train, dev = load_sst2("train", tokenizer), load_sst2("validation", tokenizer)
model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=2)

args = TrainingArguments(
    output_dir="out/ia04",
    num_train_epochs=4,
    learning_rate=2e-4,
    warmup_ratio=0.06,
    weight_decay=0.01,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=128,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=25,
    report_to="none",
)
trainer = WeightedTrainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=dev,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    class_weights=WEIGHTS,
)
trainer.train()
print(trainer.evaluate())
