import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

random.seed(0)
torch.manual_seed(0)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model.to(device)


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(x) for x in f]


def collate(rows):
    batch = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return batch


train_loader = DataLoader(read_jsonl("data/tickets/train.jsonl"), batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(read_jsonl("data/tickets/validation.jsonl"), batch_size=64, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
EPOCHS = 6

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for step, batch in enumerate(train_loader):
        batch = {k: v.to(device) for k, v in batch.items()}
        outputs = model(**batch)
        loss = outputs.loss
        loss.backward()
        optimizer.step()
        running += loss.item()

    model.eval()
    right = total = 0
    with torch.no_grad():
        for batch in valid_loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            pred = model(**batch).logits.argmax(dim=-1)
            right += (pred == batch["labels"]).sum().item()
            total += len(pred)
    print(f"epoch {epoch + 1}: train loss {running / len(train_loader):.4f}, valid acc {right / total:.3f}")
