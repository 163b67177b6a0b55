# Support tickets -> desk.  Accelerate, smaller lr for the encoder than for my own head.
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding

set_seed(11)
accelerator = Accelerator()

ckpt = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def load(split):
    rows = []
    for line in open(f"data/tickets/{split}.jsonl"):
        r = json.loads(line)
        enc = tokenizer(r["text"], truncation=True, max_length=32)
        rows.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
                     "labels": r["desk_id"]})
    return rows


collate = DataCollatorWithPadding(tokenizer)
train_loader = DataLoader(load("train"), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(load("validation"), batch_size=64, collate_fn=collate)


class Head(nn.Module):
    """A deeper head than the stock linear one."""

    def __init__(self, dim, n_labels):
        super().__init__()
        self.net = nn.Sequential(
            nn.LayerNorm(dim),
            nn.Linear(dim, 256),
            nn.GELU(),
            nn.Linear(256, n_labels),
        )

    def forward(self, x):
        return self.net(x)


model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=4)
model.classifier = Head(model.config.dim, 4)

optimizer = torch.optim.AdamW(
    [
        {"params": model.distilbert.parameters(), "lr": 5e-6},
        {"params": model.pre_classifier.parameters(), "lr": 5e-6},
        {"params": model.classifier.parameters(), "lr": 3e-3},
    ],
    weight_decay=0.01,
)
model, optimizer, train_loader, val_loader = accelerator.prepare(
    model, optimizer, train_loader, val_loader
)

accuracy = []
for epoch in range(5):
    model.train()
    total = 0.0
    for batch in train_loader:
        out = model(**batch)
        accelerator.backward(out.loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        total += out.loss.item()

    model.eval()
    right = seen = 0
    for batch in val_loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, refs = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        right += (preds == refs).sum().item()
        seen += len(refs)
    accuracy.append(right / seen)
    accelerator.print(f"epoch {epoch}: loss {total / len(train_loader):.3f}  val acc {right / seen:.3f}")

accelerator.print("best", max(accuracy))
