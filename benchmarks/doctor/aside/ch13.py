"""Probe: how much do the frozen features of our ticket encoder know about the desks?"""
import json
from functools import partial

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import (
    AutoModel,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
    set_seed,
)

CHECKPOINT = "checkpoints/tickets"
EPOCHS, BATCH, LR = 12, 32, 3e-3


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def collate(rows, tokenizer):
    batch = tokenizer(
        [r["text"] for r in rows],
        padding=True, truncation=True, max_length=32, return_tensors="pt",
    )
    labels = torch.tensor([r["desk_id"] for r in rows])
    return batch["input_ids"], batch["attention_mask"], labels


class Probe(nn.Module):
    """Frozen encoder, mean pooling, two layer head."""

    def __init__(self, path, num_labels=2):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(path)
        self.encoder.requires_grad_(False)
        self.resize_head(num_labels)

    def resize_head(self, num_labels):
        width = self.encoder.config.hidden_size
        self.head = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, num_labels))

    def train(self, mode=True):
        super().train(mode)
        self.encoder.eval()
        return self

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        weights = attention_mask.unsqueeze(-1).to(hidden.dtype)
        return self.head((hidden * weights).sum(1) / weights.sum(1))


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    hits = 0
    for ids, mask, labels in loader:
        hits += (model(ids, mask).argmax(-1) == labels).sum().item()
    return hits / len(loader.dataset)


set_seed(30)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
make_batch = partial(collate, tokenizer=tokenizer)
train_rows = read("train")
train_loader = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=make_batch)
valid_loader = DataLoader(read("validation"), batch_size=64, collate_fn=make_batch)

model = Probe(CHECKPOINT)
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=LR)
total_steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, total_steps // 10, total_steps)

desks = {r["desk_id"]: r["desk"] for r in train_rows}
model.resize_head(len(desks))
print("desks:", [desks[i] for i in sorted(desks)])

criterion = nn.CrossEntropyLoss()
for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for ids, mask, labels in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(ids, mask), labels)
        loss.backward()
        optimizer.step()
        scheduler.step()
        running += loss.item()
    print(f"epoch {epoch:2d}  loss {running / len(train_loader):.4f}  "
          f"valid {evaluate(model, valid_loader):.3f}")
