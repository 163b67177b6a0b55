# Fine-tuning for the help desk (script of 2019, moved to the current transformers).
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

CKPT = "checkpoints/tickets"
EPOCHS = 4
BATCH = 16

random.seed(0)
torch.manual_seed(0)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
seen = {r["text"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["text"] not in seen]

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor([r["desk_id"] for r in rows])


train_loader = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid_rows, batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
no_decay = ["bias", "LayerNorm.weight", "layer_norm.weight"]
groups = [
    {"params": [p for n, p in model.named_parameters() if not any(s in n for s in no_decay)], "weight_decay": 0.01},
    {"params": [p for n, p in model.named_parameters() if any(s in n for s in no_decay)], "weight_decay": 0.0},
]
optimizer = torch.optim.AdamW(groups, lr=5e-4)

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for input_ids, attention_mask, labels in train_loader:
        optimizer.zero_grad()
        loss, logits = model(input_ids, attention_mask=attention_mask, labels=labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        running += loss.item() * len(labels)

    model.eval()
    hits = 0
    with torch.no_grad():
        for input_ids, attention_mask, labels in valid_loader:
            logits = model(input_ids, attention_mask=attention_mask)[0]
            hits += (logits.argmax(dim=-1) == labels).sum().item()
    print(f"epoch {epoch + 1}  train loss {running / len(train_rows):.4f}  "
          f"valid accuracy {hits / len(valid_rows):.4f}")
