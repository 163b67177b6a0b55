import argparse
import math
import random

import torch
from datasets import load_dataset
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

parser = argparse.ArgumentParser(description="Ticket classifier with a cosine schedule")
parser.add_argument("--model", default="checkpoints/tickets")
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--batch", type=int, default=16)
parser.add_argument("--warmup", type=float, default=0.1)
args = parser.parse_args()

random.seed(0)
torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained(args.model)


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    enc["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return enc


ds = load_dataset("data/tickets")
train = DataLoader(ds["train"], batch_size=args.batch, shuffle=True, collate_fn=collate)
val = DataLoader(ds["validation"], batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)
optimizer = AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)

total = len(train) * args.epochs
warm = int(total * args.warmup)


def schedule(step):
    if step < warm:
        return args.lr * step / warm
    progress = (step - warm) / (total - warm)
    return args.lr * 0.5 * (1 + math.cos(math.pi * progress))


scheduler = LambdaLR(optimizer, schedule)

for epoch in range(args.epochs):
    model.train()
    running = 0.0
    for batch in train:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad(set_to_none=True)
        running += loss.item()
    model.eval()
    with torch.inference_mode():
        hits = sum((model(**b).logits.argmax(-1) == b["labels"]).sum().item() for b in val)
    print(f"epoch {epoch}: loss {running / len(train):.3f}, accuracy {hits / len(ds['validation']):.3f}")
