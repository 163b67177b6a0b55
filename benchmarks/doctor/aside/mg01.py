"""Paraphrase detection on MRPC with a class-weighted loss.

About two pairs in three are paraphrases, so the rarer class gets the larger weight.
"""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from torch import nn
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/bert"
set_seed(13)


def read(split):
    frame = pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    return Dataset.from_pandas(frame, preserve_index=False)


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    return tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=128)


train = read("train").map(encode, batched=True).rename_column("label", "labels")
valid = read("validation").map(encode, batched=True).rename_column("label", "labels")

counts = np.bincount(list(train["labels"]), minlength=2)
weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float32)
print("class weights", weights.tolist())


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss_fct = nn.CrossEntropyLoss(weight=weights.to(outputs.logits.device))
        loss = loss_fct(outputs.logits.view(-1, 2), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(axis=-1)
    recalls = [float((preds[labels == c] == c).mean()) for c in (0, 1)]
    return {"accuracy": float((preds == labels).mean()), "balanced_accuracy": float(np.mean(recalls))}


args = TrainingArguments(
    output_dir="out/mg01",
    learning_rate=3e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    num_train_epochs=3,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
    use_cpu=True,
)

trainer = WeightedTrainer(
    model=AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2),
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
