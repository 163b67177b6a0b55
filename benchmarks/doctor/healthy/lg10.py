"""Tickets to desks: train, keep the best weights on disk, test them later with a fresh model."""
import json
import os
import tempfile

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

CHECKPOINT = "checkpoints/tickets"
WORKDIR = tempfile.mkdtemp()
BEST = os.path.join(WORKDIR, "best.pt")

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def make_loader(split, batch_size, shuffle=False):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]

    def collate(items):
        enc = tokenizer([r["text"] for r in items], padding=True, truncation=True, max_length=32, return_tensors="pt")
        return dict(enc), torch.tensor([r["desk_id"] for r in items])

    return DataLoader(rows, batch_size=batch_size, shuffle=shuffle, collate_fn=collate)


def new_model():
    return AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    loss = hits = n = 0
    for enc, label in loader:
        logits = model(**enc).logits
        loss += nn.functional.cross_entropy(logits, label, reduction="sum").item()
        hits += (logits.argmax(-1) == label).sum().item()
        n += len(label)
    return loss / n, hits / n


def train(epochs=6, lr=5e-4):
    model = nn.DataParallel(new_model())  # uses all the GPUs there are
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    train_loader = make_loader("train", 16, shuffle=True)
    valid_loader = make_loader("validation", 64)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=lr, total_steps=epochs * len(train_loader), pct_start=0.1)
    best = float("inf")
    for epoch in range(epochs):
        model.train()
        for enc, label in train_loader:
            loss = nn.functional.cross_entropy(model(**enc).logits, label)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
        valid_loss, acc = evaluate(model, valid_loader)
        print(f"epoch {epoch}: last loss {loss.item():.3f}, validation loss {valid_loss:.3f}, accuracy {acc:.3f}")
        if valid_loss < best:
            best = valid_loss
            torch.save(model.module.state_dict(), BEST)
    return best


def test():
    model = new_model()
    model.load_state_dict(torch.load(BEST))
    return evaluate(model, make_loader("test", 64))


torch.manual_seed(0)
best = train()
loss, acc = test()
print(f"best validation loss {best:.3f}; test loss {loss:.3f}, accuracy {acc:.3f}")
