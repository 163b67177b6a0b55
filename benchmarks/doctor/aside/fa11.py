"""Sentiment of short reviews (SST-2 columns). AdamW and the linear schedule are made by hand."""
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    get_linear_schedule_with_warmup,
    set_seed,
)


@dataclass
class Config:
    checkpoint: str = "checkpoints/bert"
    folder: str = "data/glue/sst2"
    out: str = "out/fa11"
    lr: float = 1e-4
    epochs: int = 6
    batch_size: int = 32
    seed: int = 17


def dataset(cfg, tok, split):
    df = pd.read_parquet(f"{cfg.folder}/{split}-00000-of-00001.parquet")
    enc = tok(df["sentence"].tolist(), truncation=True, max_length=64)
    return Dataset.from_dict({**enc, "labels": df["label"].tolist()})


def make_optimizer(model, cfg, n_rows):
    no_decay = ("bias", "LayerNorm.weight")
    named = list(model.named_parameters())
    groups = [
        {"params": [p for n, p in named if not n.endswith(no_decay)], "weight_decay": 0.01},
        {"params": [p for n, p in named if n.endswith(no_decay)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=cfg.lr)
    total = n_rows // cfg.batch_size
    scheduler = get_linear_schedule_with_warmup(
        optimizer, num_warmup_steps=total // 10, num_training_steps=total
    )
    return optimizer, scheduler


def accuracy(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))}


def main(cfg=Config()):
    set_seed(cfg.seed)
    tok = AutoTokenizer.from_pretrained(cfg.checkpoint)
    train, valid = dataset(cfg, tok, "train"), dataset(cfg, tok, "validation")
    model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=2)

    args = TrainingArguments(
        output_dir=cfg.out,
        num_train_epochs=cfg.epochs,
        per_device_train_batch_size=cfg.batch_size,
        per_device_eval_batch_size=96,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=cfg.seed,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=accuracy,
        optimizers=make_optimizer(model, cfg, len(train)),
    )
    trainer.train()
    for entry in trainer.state.log_history:
        if "eval_accuracy" in entry:
            print(f"epoch {entry['epoch']:.0f}: {entry['eval_accuracy']:.3f}")


if __name__ == "__main__":
    main()
