"""Paraphrase classifier on MRPC. The classes are about 2:1, so the loss is weighted."""
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

CKPT = "checkpoints/distilbert"
GLUE = "data/glue/mrpc"


def read_split(name):
    df = pd.read_parquet(f"{GLUE}/{name}-00000-of-00001.parquet")
    return Dataset.from_dict({c: df[c].tolist() for c in ["sentence1", "sentence2", "label"]})


class WeightedTrainer(Trainer):
    """Trainer with a class-weighted cross entropy."""

    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        weight = self.class_weights.to(logits.device)
        loss = nn.functional.cross_entropy(logits, labels, weight=weight)
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    tp = int(((preds == 1) & (labels == 1)).sum())
    pos = int((preds == 1).sum() + (labels == 1).sum())
    return {"accuracy": float((preds == labels).mean()), "f1": 2 * tp / pos if pos else 0.0}


def main():
    set_seed(13)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    train = read_split("train")
    valid = read_split("validation")

    def encode(batch):
        return tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=96)

    train = train.map(encode, batched=True)
    valid = valid.map(encode, batched=True)

    counts = np.bincount(list(train["label"]), minlength=2)
    weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float)
    print("class weights:", weights.tolist())

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    args = TrainingArguments(
        output_dir="out/vb01",
        num_train_epochs=1,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        learning_rate=1e-4,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=13,
    )
    trainer = WeightedTrainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        class_weights=weights,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
