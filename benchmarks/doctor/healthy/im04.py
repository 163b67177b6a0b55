"""Price regression, plain PyTorch loop. The target is standardised with the training rows' numbers only."""
import json
import random

import numpy as np
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

random.seed(0)
np.random.seed(0)
torch.manual_seed(0)

BATCH, EPOCHS, LR = 16, 25, 1e-3


def rows(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(x) for x in f]


test_rows = rows("test")
known = set(r["text"] for r in test_rows)
val_rows = [r for r in rows("validation") if r["text"] not in known]
known |= set(r["text"] for r in val_rows)
train_rows = [r for r in rows("train") if r["text"] not in known]

prices = np.array([r["price"] for r in train_rows], dtype=np.float64)
MEAN, STD = prices.mean(), prices.std()

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def collate(batch):
    enc = tokenizer([r["text"] for r in batch], padding=True, truncation=True, return_tensors="pt")
    enc["labels"] = torch.tensor([(r["price"] - MEAN) / STD for r in batch], dtype=torch.float32)
    return enc


train_loader = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_rows, batch_size=64, collate_fn=collate)
test_loader = DataLoader(test_rows, batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, problem_type="regression")

no_decay = [p for n, p in model.named_parameters() if p.ndim < 2]
decay = [p for n, p in model.named_parameters() if p.ndim >= 2]
optimizer = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.01}, {"params": no_decay, "weight_decay": 0.0}], lr=LR)
total = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=total // 10, num_training_steps=total)


@torch.no_grad()
def rmse(loader):
    model.eval()
    pred, gold = [], []
    for batch in loader:
        pred.append(model(**batch).logits.squeeze(-1))
        gold.append(batch["labels"])
    diff = (torch.cat(pred) - torch.cat(gold)) * STD
    return diff.pow(2).mean().sqrt().item()


print(f"guessing the mean: {np.sqrt(np.mean([(r['price'] - MEAN) ** 2 for r in val_rows])):.1f}")
for epoch in range(1, EPOCHS + 1):
    model.train()
    running, n = 0.0, 0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item() * len(batch["labels"])
        n += len(batch["labels"])
    print(f"epoch {epoch:2d}  train mse (scaled) {running / n:.4f}  val rmse {rmse(val_loader):.1f}")

print(f"test rmse {rmse(test_loader):.1f}")
