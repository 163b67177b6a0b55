# Ticket routing with Accelerate: accumulation over two batches, cosine schedule.
import json
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_cosine_schedule_with_warmup)

ACCUM = 2
EPOCHS = 14
CKPT = "checkpoints/tickets"

set_seed(21)
accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUM)
tok = AutoTokenizer.from_pretrained(CKPT)


def load(split, skip=frozenset()):
    items, texts = [], set()
    for line in open(f"data/tickets/{split}.jsonl"):
        r = json.loads(line)
        if r["text"] in skip:
            continue
        texts.add(r["text"])
        enc = tok(r["text"], truncation=True, max_length=32)
        items.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "label": r["desk_id"]})
    return items, texts


train_items, train_texts = load("train")
val_items, val_texts = load("validation", train_texts)
test_items, _ = load("test", train_texts | val_texts)

collate = DataCollatorWithPadding(tok)
train_loader = DataLoader(train_items, batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_items, batch_size=64, collate_fn=collate)
test_loader = DataLoader(test_items, batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
decay = [p for n, p in model.named_parameters() if p.ndim > 1]
rest = [p for n, p in model.named_parameters() if p.ndim <= 1]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01},
                               {"params": rest, "weight_decay": 0.0}], lr=1e-3)

# real optimizer steps, not batches: the wrapped scheduler skips the batches in between
updates = EPOCHS * math.ceil(len(train_loader) / ACCUM)
scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)

model, optimizer, train_loader, val_loader, test_loader, scheduler = accelerator.prepare(
    model, optimizer, train_loader, val_loader, test_loader, scheduler)


def accuracy(loader):
    model.eval()
    hits = total = 0
    for batch in loader:
        with torch.no_grad():
            guess = model(**batch).logits.argmax(-1)
        guess, gold = accelerator.gather_for_metrics((guess, batch["labels"]))
        hits += (guess == gold).sum().item()
        total += gold.numel()
    return hits / total


for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_loader:
        with accelerator.accumulate(model):
            loss = model(**batch).loss
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        running += loss.detach().item()
    accelerator.print(f"{epoch:2d}  train {running / len(train_loader):.4f}  val acc {accuracy(val_loader):.4f}")

accelerator.print("test accuracy", round(accuracy(test_loader), 4))
accelerator.unwrap_model(model).save_pretrained("out/fh04/model")
