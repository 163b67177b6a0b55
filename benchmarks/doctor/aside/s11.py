"""Sentiment of review sentences with BERT: own training loop, gradient accumulation, warmup and decay."""
import logging
import math

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, get_linear_schedule_with_warmup, set_seed)

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
log = logging.getLogger("train")

hparams = dict(
    model="checkpoints/bert",
    lr=5e-4,
    weight_decay=0.01,
    warmup_ratio=0.2,
    epochs=3,
    micro_batch=4,
    accumulate=2,
    max_length=48,
)
set_seed(99)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
tokenizer = AutoTokenizer.from_pretrained(hparams["model"])


def read(split):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    examples = []
    for text, label in zip(df["sentence"], df["label"]):
        enc = tokenizer(text, truncation=True, max_length=hparams["max_length"])
        examples.append({**enc, "labels": label})
    return examples


# the official validation set is our test set; hold some training sentences out for validation
train_data, test_data = read("train"), read("validation")
train_data, val_data = train_data[:1600], train_data[1600:2000]

collate = DataCollatorWithPadding(tokenizer)
train_loader = DataLoader(train_data, batch_size=hparams["micro_batch"], shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_data, batch_size=64, collate_fn=collate)
test_loader = DataLoader(test_data, batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(hparams["model"], num_labels=2)
model.to(device)

no_decay = ("bias", "LayerNorm.weight")
optimizer = torch.optim.AdamW(
    [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)],
         "weight_decay": hparams["weight_decay"]},
        {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)],
         "weight_decay": 0.0},
    ],
    lr=hparams["lr"],
)

updates_per_epoch = math.ceil(len(train_loader) / hparams["accumulate"])
total_updates = updates_per_epoch * hparams["epochs"]
scheduler = get_linear_schedule_with_warmup(
    optimizer, int(hparams["warmup_ratio"] * total_updates), total_updates)
log.info("%d sentences, %d updates", len(train_data), total_updates)


@torch.no_grad()
def accuracy(loader):
    model.eval()
    correct = count = 0
    for batch in loader:
        batch = batch.to(device)
        pred = model(**batch).logits.argmax(-1)
        correct += (pred == batch["labels"]).sum().item()
        count += pred.numel()
    return correct / count


for epoch in range(1, hparams["epochs"] + 1):
    model.train()
    running = 0.0
    for step, batch in enumerate(train_loader, start=1):
        loss = model(**batch.to(device)).loss
        running += loss.item()
        (loss / hparams["accumulate"]).backward()
        if step % hparams["accumulate"] == 0 or step == len(train_loader):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
    scheduler.step()
    log.info("epoch %d: train loss %.3f, validation accuracy %.3f",
             epoch, running / len(train_loader), accuracy(val_loader))

log.info("test accuracy %.3f", accuracy(test_loader))
