# predict the price of a second-hand ad from its text
import json
import random

import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForSequenceClassification

torch.manual_seed(0)
random.seed(0)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
ckpt = "checkpoints/prices"

tok = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=1)
model.to(device)


def load(name):
    return [json.loads(l) for l in open("data/prices/%s.jsonl" % name)]


train_rows, val_rows = load("train"), load("validation")

# standardise the target with the statistics of the training set
prices = torch.tensor([r["price"] for r in train_rows], dtype=torch.float)
MEAN, STD = prices.mean().item(), prices.std().item()
print("mean %.1f std %.1f" % (MEAN, STD))


def collate(rows):
    enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    y = torch.tensor([(r["price"] - MEAN) / STD for r in rows])
    return enc, y


train_dl = DataLoader(train_rows, batch_size=16, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val_rows, batch_size=32, collate_fn=collate)

criterion = nn.MSELoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
EPOCHS = 15


def evaluate():
    model.eval()
    err = []
    with torch.no_grad():
        for enc, y in val_dl:
            out = model(**enc.to(device)).logits[:, 0].cpu()
            err += ((out - y).abs() * STD).tolist()
    return sum(err) / len(err)


baseline = sum(abs(r["price"] - MEAN) for r in val_rows) / len(val_rows)
print("MAE if we always say the mean: %.1f" % baseline)

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for enc, y in train_dl:
        enc, y = enc.to(device), y.to(device)
        optimizer.zero_grad()
        outputs = model(**enc)
        loss = criterion(outputs.logits, y)
        loss.backward()
        optimizer.step()
        running += loss.item()
    print("epoch %d  train loss %.4f  val MAE %.1f" % (epoch + 1, running / len(train_dl), evaluate()))
