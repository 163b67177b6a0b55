# Route support tickets to one of four desks. Own loop, no Trainer.
import json
import os
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

CKPT = "checkpoints/tickets"
OUT = "out/eb08"
EPOCHS, BATCH, LR, MAX_LEN = 6, 16, 5e-4, 32

random.seed(1); np.random.seed(1); torch.manual_seed(1)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
os.makedirs(OUT, exist_ok=True)


def read(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


train_rows = read("data/tickets/train.jsonl")
known = {r["text"] for r in train_rows}
# some tickets were sent twice; keep only validation texts that training has not seen
valid_rows = [r for r in read("data/tickets/validation.jsonl") if r["text"] not in known]
desks = ["north", "east", "south", "west"]

tokenizer = AutoTokenizer.from_pretrained(CKPT)


class Tickets(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]["text"], self.rows[i]["desk_id"]


def collate(samples):
    texts, targets = zip(*samples)
    batch = tokenizer(list(texts), padding=True, truncation=True, max_length=MAX_LEN, return_tensors="pt")
    batch["labels"] = torch.tensor(targets)
    return batch


train_loader = DataLoader(Tickets(train_rows), batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(Tickets(valid_rows), batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(desks),
    id2label=dict(enumerate(desks)),
    label2id={d: i for i, d in enumerate(desks)},
).to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
num_steps = EPOCHS * len(train_loader)
scheduler = get_scheduler("linear", optimizer, num_warmup_steps=num_steps // 10, num_training_steps=num_steps)


def evaluate():
    model.eval()
    right = 0
    with torch.no_grad():
        for batch in valid_loader:
            labels = batch.pop("labels").to(device)
            inputs = {k: v.to(device) for k, v in batch.items()}
            right += (model(**inputs).logits.argmax(dim=-1) == labels).sum().item()
    return right / len(valid_rows)


for epoch in range(EPOCHS):
    model.train()
    train_right, train_loss = 0, 0.0
    for batch in train_loader:
        labels = batch.pop("labels").to(device)
        inputs = {k: v.to(device) for k, v in batch.items()}
        outputs = model(**inputs)
        loss = outputs.loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        train_loss += loss.item() * len(labels)
        train_right += (outputs.logits.argmax(dim=-1) == labels).sum().item()
    print(f"{epoch}: loss {train_loss / len(train_rows):.4f} "
          f"train acc {train_right / len(train_rows):.3f} valid acc {evaluate():.3f}")

model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
