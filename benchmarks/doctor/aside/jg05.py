# Send each ticket to the desk that takes care of it. Plain training loop.
import json
import random

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer

random.seed(1)
torch.manual_seed(1)

BASE = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(BASE)


class Tickets(Dataset):
    def __init__(self, split, exclude=frozenset()):
        with open(f"data/tickets/{split}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        rows = [r for r in rows if r["text"] not in exclude]
        self.texts = [r["text"] for r in rows]
        names = [r["desk"] for r in rows]
        self.desks = list(dict.fromkeys(names))
        index = {desk: i for i, desk in enumerate(self.desks)}
        self.labels = [index[n] for n in names]

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        return self.texts[i], self.labels[i]


def collate(pairs):
    texts, labels = zip(*pairs)
    batch = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return {
        "input_ids": batch["input_ids"],
        "attention_mask": batch["attention_mask"],
        "labels": torch.tensor(labels),
    }


train_set = Tickets("train")
valid_set = Tickets("validation", exclude=frozenset(train_set.texts))
train_loader = DataLoader(train_set, batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid_set, batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=len(train_set.desks))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)


def accuracy(loader):
    model.eval()
    good, n = 0, 0
    with torch.no_grad():
        for batch in loader:
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            good += int((logits.argmax(dim=-1) == batch["labels"]).sum())
            n += batch["labels"].numel()
    return good / n


for epoch in range(8):
    model.train()
    total = 0.0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    print(f"{epoch}  train loss {total / len(train_loader):.3f}  "
          f"train acc {accuracy(train_loader):.3f}  valid acc {accuracy(valid_loader):.3f}")
