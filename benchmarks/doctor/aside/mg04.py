"""SST-2 with a hand-written Accelerate loop."""
import argparse

import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
)

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", default="checkpoints/bert")
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--lr", type=float, default=3e-4)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--seed", type=int, default=11)
args = parser.parse_args()

set_seed(args.seed)
accelerator = Accelerator(cpu=True)
tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)


def model_init():
    return AutoModelForSequenceClassification.from_pretrained(
        args.checkpoint,
        num_labels=2,
        id2label={0: "negative", 1: "positive"},
        label2id={"negative": 0, "positive": 1},
    )


def collate(rows):
    batch = tokenizer([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
    batch["labels"] = torch.tensor([r["label"] for r in rows])
    return batch


def loader(split, shuffle):
    frame = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    rows = frame[["sentence", "label"]].to_dict("records")
    return DataLoader(rows, batch_size=args.batch_size, shuffle=shuffle, collate_fn=collate)


train_loader = loader("train", shuffle=True)
valid_loader = loader("validation", shuffle=False)

model = model_init()
optimizer = torch.optim.AdamW(model_init().parameters(), lr=args.lr, weight_decay=0.01)
total_steps = args.epochs * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total_steps), total_steps)

model, optimizer, train_loader, valid_loader, scheduler = accelerator.prepare(
    model, optimizer, train_loader, valid_loader, scheduler
)

for epoch in range(args.epochs):
    model.train()
    running = 0.0
    for batch in train_loader:
        loss = model(**batch).loss
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        running += loss.item()

    model.eval()
    hits = total = 0
    for batch in valid_loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, labels = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        hits += (preds == labels).sum().item()
        total += labels.numel()
    accelerator.print(f"epoch {epoch + 1}: train loss {running / len(train_loader):.4f}  "
                      f"validation accuracy {hits / total:.4f}  lr {scheduler.get_last_lr()[0]:.2e}")
