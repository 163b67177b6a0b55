import json

import numpy as np
import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

EPOCHS = 10
BATCH = 16
SCALE = 1000.0

accelerator = Accelerator(cpu=True)
torch.manual_seed(0)
torch.set_num_threads(1)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    enc["labels"] = torch.tensor([r["price"] / SCALE for r in rows])
    return enc


train_dl = DataLoader(read("train"), batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(read("validation"), batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
lr_scheduler = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=EPOCHS)

model, optimizer, train_dl, valid_dl, lr_scheduler = accelerator.prepare(
    model, optimizer, train_dl, valid_dl, lr_scheduler
)

for epoch in range(1, EPOCHS + 1):
    model.train()
    total = 0.0
    for batch in train_dl:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        total += loss.item()

    model.eval()
    preds, golds = [], []
    for batch in valid_dl:
        with torch.no_grad():
            out = model(**batch).logits.squeeze(-1)
        p, g = accelerator.gather_for_metrics((out, batch["labels"]))
        preds += p.tolist()
        golds += g.tolist()
    preds, golds = np.array(preds) * SCALE, np.array(golds) * SCALE
    mae = np.abs(preds - golds).mean()
    accelerator.print(f"epoch {epoch:2d}  train mse {total / len(train_dl):.4f}  valid MAE {mae:.0f}")

accelerator.print("MAE if one always says the mean:", round(float(np.abs(golds - golds.mean()).mean())))
