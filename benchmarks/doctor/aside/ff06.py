"""Sentiment of short reviews (sst2 as it lies in data/glue) with a tiny BERT."""
from dataclasses import dataclass

import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_cosine_schedule_with_warmup,
)


@dataclass
class Config:
    checkpoint: str = "checkpoints/bert"
    data: str = "data/glue/sst2"
    n_train: int = 1200
    batch_size: int = 32
    epochs: int = 3
    lr: float = 3e-4
    max_length: int = 48
    out: str = "out/ff06"


cfg = Config()
set_seed(1)
torch.set_num_threads(2)

tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)


def load_split(split, n=None):
    df = pd.read_parquet(f"{cfg.data}/{split}-00000-of-00001.parquet")
    if n is not None:
        df = df.sample(n=n, random_state=1)
    ds = Dataset.from_pandas(df[["sentence", "label"]], preserve_index=False)
    ds = ds.map(
        lambda b: tokenizer(b["sentence"], truncation=True, max_length=cfg.max_length),
        batched=True,
        remove_columns=["sentence"],
    )
    return ds.rename_column("label", "labels")


collator = DataCollatorWithPadding(tokenizer)
train_loader = DataLoader(load_split("train", cfg.n_train), batch_size=cfg.batch_size,
                          shuffle=True, collate_fn=collator)
val_loader = DataLoader(load_split("validation"), batch_size=64, collate_fn=collator)

model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=2)
optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
n_steps = cfg.epochs * len(train_loader)
scheduler = get_cosine_schedule_with_warmup(optimizer, n_steps // 10, n_steps)

accelerator = Accelerator(cpu=True)
model, optimizer, train_loader, val_loader, scheduler = accelerator.prepare(
    model, optimizer, scheduler, train_loader, val_loader
)

for epoch in range(cfg.epochs):
    model.train()
    running = 0.0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    accelerator.print(f"epoch {epoch}: mean loss {running / (n_steps // cfg.epochs):.4f}")

    model.eval()
    correct = total = 0
    with torch.no_grad():
        for batch in val_loader:
            preds = model(**batch).logits.argmax(-1)
            preds, labels = accelerator.gather_for_metrics((preds, batch["labels"]))
            correct += (preds == labels).sum().item()
            total += labels.shape[0]
    accelerator.print(f"         validation accuracy {correct / total:.4f}")

accelerator.unwrap_model(model).save_pretrained(cfg.out)
tokenizer.save_pretrained(cfg.out)
