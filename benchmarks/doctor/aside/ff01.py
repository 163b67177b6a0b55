"""Route support tickets to one of four desks, with Accelerate and gradient accumulation."""
import argparse
import json
import os

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
parser.add_argument("--checkpoint", default="checkpoints/tickets")
parser.add_argument("--data", default="data/tickets")
parser.add_argument("--epochs", type=int, default=8)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--batch-size", type=int, default=4)
parser.add_argument("--accumulate", type=int, default=8)
parser.add_argument("--warmup", type=float, default=0.15, help="share of the steps spent warming up")
parser.add_argument("--out", default="out/ff01")
args = parser.parse_args()


def read(split):
    with open(os.path.join(args.data, f"{split}.jsonl")) as f:
        return [json.loads(line) for line in f]


set_seed(7)
torch.set_num_threads(2)
accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accumulate)

val_rows = read("validation")
known = {r["text"] for r in val_rows}
train_rows = [r for r in read("train") if r["text"] not in known]

tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=4)


def collate(rows):
    batch = tokenizer([r["text"] for r in rows], truncation=True, max_length=32,
                      padding=True, return_tensors="pt")
    batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return batch


train_loader = DataLoader(train_rows, batch_size=args.batch_size, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_rows, batch_size=64, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
total_steps = len(train_loader) * args.epochs
scheduler = get_linear_schedule_with_warmup(
    optimizer,
    num_warmup_steps=int(args.warmup * total_steps),
    num_training_steps=total_steps,
)

model, optimizer, train_loader, val_loader, scheduler = accelerator.prepare(
    model, optimizer, train_loader, val_loader, scheduler
)

for epoch in range(args.epochs):
    model.train()
    running, seen = 0.0, 0
    for batch in train_loader:
        with accelerator.accumulate(model):
            loss = model(**batch).loss
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        running += loss.item() * len(batch["labels"])
        seen += len(batch["labels"])

    model.eval()
    hits = total = 0
    for batch in val_loader:
        with torch.no_grad():
            pred = model(**batch).logits.argmax(-1)
        pred, ref = accelerator.gather_for_metrics((pred, batch["labels"]))
        hits += (pred == ref).sum().item()
        total += len(ref)
    accelerator.print(f"epoch {epoch + 1}: loss {running / seen:.3f}  val acc {hits / total:.3f}  "
                      f"lr {scheduler.get_last_lr()[0]:.2e}")

os.makedirs(args.out, exist_ok=True)
accelerator.unwrap_model(model).save_pretrained(args.out)
tokenizer.save_pretrained(args.out)
