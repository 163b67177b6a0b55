#!/usr/bin/env python
# SST-2 (course edition) with the six layer DistilBERT
import json
import os
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import torch
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    HfArgumentParser,
    Trainer,
    TrainingArguments,
    set_seed,
)


@dataclass
class Config:
    checkpoint: str = field(default="checkpoints/distilbert")
    data: str = field(default="data/glue/sst2")
    out: str = field(default="out/ea09")
    epochs: int = field(default=2)
    batch_size: int = field(default=32)
    lr: float = field(default=3e-4)
    warmup_steps: int = field(default=10_000)
    weight_decay: float = field(default=0.01)
    seed: int = field(default=11)


class SentenceDataset(torch.utils.data.Dataset):
    def __init__(self, path, tokenizer):
        frame = pd.read_parquet(path)
        self.encodings = tokenizer(frame["sentence"].tolist(), truncation=True, max_length=64)
        self.labels = frame["label"].tolist()

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        row = {key: values[idx] for key, values in self.encodings.items()}
        row["labels"] = self.labels[idx]
        return row


def accuracy(pred):
    logits, labels = pred
    return {"accuracy": float((np.argmax(logits, -1) == labels).mean())}


def main():
    (cfg,) = HfArgumentParser(Config).parse_args_into_dataclasses()
    set_seed(cfg.seed)

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    train = SentenceDataset(os.path.join(cfg.data, "train-00000-of-00001.parquet"), tokenizer)
    dev = SentenceDataset(os.path.join(cfg.data, "validation-00000-of-00001.parquet"), tokenizer)

    model = AutoModelForSequenceClassification.from_pretrained(
        cfg.checkpoint,
        num_labels=2,
        id2label={0: "negative", 1: "positive"},
        label2id={"negative": 0, "positive": 1},
    )

    args = TrainingArguments(
        output_dir=cfg.out,
        num_train_epochs=cfg.epochs,
        per_device_train_batch_size=cfg.batch_size,
        per_device_eval_batch_size=96,
        learning_rate=cfg.lr,
        lr_scheduler_type="linear",
        warmup_steps=cfg.warmup_steps,
        weight_decay=cfg.weight_decay,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=25,
        report_to="none",
        seed=cfg.seed,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=dev,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=accuracy,
    )
    trainer.train()
    metrics = trainer.evaluate()
    print("dev accuracy:", round(metrics["eval_accuracy"], 3))
    with open(os.path.join(cfg.out, "log.json"), "w") as f:
        json.dump(trainer.state.log_history, f, indent=1)


if __name__ == "__main__":
    main()
