"""Sentiment on SST-2-like sentences: small BERT, AdamW with separate learning rates for body and head."""
import argparse
import os

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


def get_data(folder, split, tokenizer):
    df = pd.read_parquet(os.path.join(folder, f"{split}-00000-of-00001.parquet"))
    ds = Dataset.from_dict({"text": df["sentence"].tolist(), "label": df["label"].tolist()})
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=48), batched=True,
                  remove_columns=["text"])


def build_optimizer(model, body_lr, head_lr, weight_decay):
    body, head = [], []
    for name, p in model.named_parameters():
        (body if name.startswith("bert.") else head).append(p)
    return torch.optim.AdamW(
        [{"params": body, "lr": body_lr}, {"params": head, "lr": head_lr}], weight_decay=weight_decay
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", default="checkpoints/bert")
    parser.add_argument("--data", default="data/glue/sst2")
    parser.add_argument("--output_dir", default="out/ii11")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--body_lr", type=float, default=2e-4)
    parser.add_argument("--head_lr", type=float, default=5e-4)
    parser.add_argument("--warmup", type=int, default=10)
    a = parser.parse_args()

    set_seed(13)
    tokenizer = AutoTokenizer.from_pretrained(a.checkpoint)
    train = get_data(a.data, "train", tokenizer)
    valid = get_data(a.data, "validation", tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained(a.checkpoint, num_labels=2)

    optimizer = build_optimizer(model, a.body_lr, a.head_lr, 0.01)
    scheduler = get_linear_schedule_with_warmup(
        optimizer,
        num_warmup_steps=a.warmup,
        num_training_steps=len(train) // a.batch_size,
    )

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=a.output_dir,
            num_train_epochs=a.epochs,
            per_device_train_batch_size=a.batch_size,
            per_device_eval_batch_size=96,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=25,
            report_to="none",
            use_cpu=True,
        ),
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=lambda p: {"accuracy": float(np.mean(np.argmax(p.predictions, -1) == p.label_ids))},
        optimizers=(optimizer, scheduler),
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
