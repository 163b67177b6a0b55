"""Sentiment with class weights: the Trainer's loss is replaced by a weighted cross-entropy."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from torch import nn
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments
from transformers import DataCollatorWithPadding, set_seed

set_seed(5)
ckpt = "checkpoints/bert"
tok = AutoTokenizer.from_pretrained(ckpt)


def frame(name):
    return pd.read_parquet(f"data/glue/sst2/{name}-00000-of-00001.parquet")[["sentence", "label"]]


train_df = frame("train").sample(frac=1.0, random_state=0)
negatives = train_df[train_df.label == 0].head(600)
train_df = pd.concat([negatives, train_df[train_df.label == 1]]).reset_index(drop=True)
valid_df = frame("validation")

counts = train_df.label.value_counts().sort_index().to_numpy()
weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float32)
print("class weights:", weights.tolist())


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss = nn.functional.cross_entropy(logits, labels, weight=weights.to(logits.device))
        return (loss, outputs) if return_outputs else loss


def encode(df):
    ds = Dataset.from_pandas(df, preserve_index=False)
    return ds.map(lambda b: tok(b["sentence"], truncation=True, max_length=64), batched=True,
                  remove_columns=["sentence"])


model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=2)
trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments(output_dir="out/weighted", num_train_epochs=4, learning_rate=5e-4,
                           per_device_train_batch_size=32, per_device_eval_batch_size=64, eval_strategy="epoch",
                           logging_steps=20, save_strategy="no", report_to="none"),
    train_dataset=encode(train_df),
    eval_dataset=encode(valid_df),
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=lambda p: {"accuracy": float((np.argmax(p.predictions, 1) == p.label_ids).mean())},
)
trainer.train()
print(trainer.evaluate())
