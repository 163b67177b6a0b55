import json
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

BASE = "checkpoints/tickets"
OUT = Path("out/ae12")
DESKS = ["north", "east", "south", "west"]
torch.manual_seed(11)


class Router(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(path)
        size = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Linear(size, size), nn.Tanh(), nn.Dropout(0.1), nn.Linear(size, len(DESKS)))

    def forward(self, enc):
        hidden = self.encoder(**enc).last_hidden_state
        return self.head(hidden[:, 0, :])


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [(r["text"], r["desk_id"]) for r in map(json.loads, f)]


def make_loader(split, tokenizer, shuffle=False):
    def collate(items):
        texts, labels = zip(*items)
        enc = tokenizer(
            list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt", return_token_type_ids=False
        )
        return enc, torch.tensor(labels)

    return DataLoader(read(split), batch_size=16, shuffle=shuffle, collate_fn=collate)


def accuracy(model, loader):
    model.eval()
    hits = [(model(enc).argmax(1) == y).float() for enc, y in loader]
    return torch.cat(hits).mean().item()


def train():
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    model = Router(BASE)
    loader = make_loader("train", tokenizer, shuffle=True)
    val = make_loader("validation", tokenizer)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(6):
        model.train()
        for enc, y in loader:
            loss = loss_fn(model(enc), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            print(f"epoch {epoch} last loss {loss.item():.4f} val acc {accuracy(model, val):.3f}")
    OUT.mkdir(parents=True, exist_ok=True)
    model.encoder.save_pretrained(OUT)
    tokenizer.save_pretrained(OUT)


def test():
    tokenizer = AutoTokenizer.from_pretrained(OUT)
    model = Router(OUT)
    with torch.no_grad():
        print("test acc after loading:", accuracy(model, make_loader("test", tokenizer)))
        model.eval()
        for text, gold in read("test")[:3]:
            enc = tokenizer(text, return_tensors="pt", return_token_type_ids=False)
            print(DESKS[model(enc).argmax().item()], "|", DESKS[gold], "|", text)


train()
test()
