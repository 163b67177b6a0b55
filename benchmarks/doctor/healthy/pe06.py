"""Route tickets to desks. The tickets have their order number masked as [ORDER], which the
tokenizer does not know, so we add it as a token of its own."""
import json
import random

import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

random.seed(0)
torch.manual_seed(0)

CKPT = "checkpoints/tickets"
EPOCHS = 6
BATCH = 16

device = "cuda" if torch.cuda.is_available() else "cpu"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
model.resize_token_embeddings(len(tokenizer))
model.to(device)


def load(split):
    with open(f"data/tickets/{split}.jsonl") as fh:
        return [json.loads(line) for line in fh]


def collate(rows):
    batch = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return batch


train_dl = DataLoader(load("train"), batch_size=BATCH, shuffle=True, collate_fn=collate)
val_dl = DataLoader(load("validation"), batch_size=64, collate_fn=collate)

optimizer = AdamW(model.parameters(), lr=1e-3)


def evaluate():
    model.eval()
    correct = total = 0
    with torch.no_grad():
        for batch in val_dl:
            batch = batch.to(device)
            pred = model(**batch).logits.argmax(-1)
            correct += (pred == batch["labels"]).sum().item()
            total += len(pred)
    return correct / total


for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for batch in train_dl:
        batch = batch.to(device)
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
    print(f"epoch {epoch}: train loss {running / len(train_dl):.3f}, val acc {evaluate():.3f}")
