import argparse
import math

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding
from transformers import get_linear_schedule_with_warmup

parser = argparse.ArgumentParser(description="ticket routing, small batches with accumulation")
parser.add_argument("--checkpoint", default="checkpoints/tickets")
parser.add_argument("--epochs", type=int, default=6)
parser.add_argument("--batch-size", type=int, default=2)
parser.add_argument("--accum", type=int, default=8)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()
torch.manual_seed(args.seed)

tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
files = {"train": "data/tickets/train.jsonl", "validation": "data/tickets/validation.jsonl"}
ds = load_dataset("json", data_files=files)
ds = ds.map(
    lambda b: tokenizer(b["text"], truncation=True, max_length=32, return_token_type_ids=False),
    batched=True,
    remove_columns=["text", "desk"],
).rename_column("desk_id", "labels")
collate = DataCollatorWithPadding(tokenizer)
train_loader = DataLoader(ds["train"], batch_size=args.batch_size, shuffle=True, collate_fn=collate)
val_loader = DataLoader(ds["validation"], batch_size=32, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
updates_per_epoch = math.ceil(len(train_loader) / args.accum)
total_updates = updates_per_epoch * args.epochs
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total_updates), total_updates)
print(f"{len(train_loader)} batches per epoch, {total_updates} updates in all")


def validate():
    model.eval()
    good = 0
    with torch.no_grad():
        for batch in val_loader:
            labels = batch.pop("labels")
            good += (model(**batch).logits.argmax(-1) == labels).sum().item()
    model.train()
    return good / len(ds["validation"])


model.train()
for epoch in range(args.epochs):
    running = 0.0
    optimizer.zero_grad()
    for i, batch in enumerate(train_loader, start=1):
        loss = model(**batch).loss
        (loss / args.accum).backward()
        running += loss.item()
        if i % args.accum == 0 or i == len(train_loader):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()
    print(
        f"epoch {epoch + 1}: loss {running / len(train_loader):.4f}"
        f" lr {scheduler.get_last_lr()[0]:.2e} val acc {validate():.3f}"
    )
