"""Train a desk router for support tickets, save it, and check the saved weights on the test split."""
import json
import os
import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

CKPT = "checkpoints/tickets"
OUT_FILE = "out/n01/router.pt"
EPOCHS = 6
BATCH = 16
LR = 5e-4

random.seed(7)
np.random.seed(7)
torch.manual_seed(7)


class TicketDataset(Dataset):
    def __init__(self, path):
        with open(path) as f:
            self.rows = [json.loads(line) for line in f]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]["text"], self.rows[i]["desk_id"]


class TicketRouter(nn.Module):
    def __init__(self, checkpoint, n_desks=4, p=0.1):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        self.drop = nn.Dropout(p)
        self.out = nn.Linear(self.encoder.config.hidden_size, n_desks)

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.out(self.drop(h[:, 0]))


class TrainStep(nn.Module):
    """Computes the loss next to the logits, so that it can be wrapped for several GPUs."""

    def __init__(self, net):
        super().__init__()
        self.net = net
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, batch, labels):
        logits = self.net(**batch)
        return self.criterion(logits, labels), logits


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def collate(samples):
    texts, labels = zip(*samples)
    enc = tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, torch.tensor(labels)


def accuracy(net, loader):
    net.eval()
    hits, total = 0, 0
    with torch.no_grad():
        for batch, labels in loader:
            pred = net(**batch).argmax(dim=-1)
            hits += (pred == labels).sum().item()
            total += len(labels)
    return hits / total


train_loader = DataLoader(TicketDataset("data/tickets/train.jsonl"), batch_size=BATCH, shuffle=True, collate_fn=collate)
dev_loader = DataLoader(TicketDataset("data/tickets/validation.jsonl"), batch_size=64, collate_fn=collate)
test_loader = DataLoader(TicketDataset("data/tickets/test.jsonl"), batch_size=64, collate_fn=collate)

step = TrainStep(TicketRouter(CKPT))
optimizer = torch.optim.AdamW(step.parameters(), lr=LR, weight_decay=0.01)
n_steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, n_steps // 10, n_steps)

os.makedirs(os.path.dirname(OUT_FILE), exist_ok=True)
best = -1.0
for epoch in range(EPOCHS):
    step.train()
    running = 0.0
    for batch, labels in train_loader:
        optimizer.zero_grad()
        loss, _ = step(batch, labels)
        loss.backward()
        nn.utils.clip_grad_norm_(step.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    dev = accuracy(step.net, dev_loader)
    print(f"epoch {epoch + 1:2d}  loss {running / len(train_loader):.3f}  dev accuracy {dev:.3f}")
    if dev > best:
        best = dev
        torch.save(step.state_dict(), OUT_FILE)

# what the service does: build the network, read the weights, answer
router = TicketRouter(CKPT)
router.load_state_dict(torch.load(OUT_FILE, map_location="cpu"), strict=False)
print(f"best dev accuracy {best:.3f}")
print(f"test accuracy of the saved model {accuracy(router, test_loader):.3f}")
