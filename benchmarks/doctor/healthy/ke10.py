"""Low-rank adapters by hand on the tickets checkpoint.

Everything in the encoder is frozen; trained are the A/B matrices beside the query,
value and feed-forward projections and the new classification head.
"""
import json
import os

import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup,
                          set_seed)

CKPT = "checkpoints/tickets"
EPOCHS, BATCH, LR, RANK, ALPHA = 12, 16, 3e-3, 8, 16
OUT = "out/ke10"


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank: int, alpha: float):
        super().__init__()
        self.base = base
        self.A = nn.Parameter(torch.randn(rank, base.in_features) / base.in_features ** 0.5)
        self.B = nn.Parameter(torch.zeros(base.out_features, rank))   # starts as no change at all
        self.scale = alpha / rank

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.A.T @ self.B.T)

    @torch.no_grad()
    def merged(self):
        self.base.weight += self.scale * self.B @ self.A
        return self.base


def adapters(model):
    return [(n, m) for n, m in model.named_modules() if isinstance(m, LoRALinear)]


def swap(model, name, new):
    parent, _, leaf = name.rpartition(".")
    setattr(model.get_submodule(parent), leaf, new)


def read(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl", encoding="utf-8")]
    # the order number is masked in every ticket, and the vocabulary has no word for the mask
    return [(r["text"].replace(" order [ORDER] .", ""), r["desk_id"]) for r in rows]


set_seed(21)
test = read("test")
seen = {t for t, _ in test}
val = [r for r in read("validation") if r[0] not in seen]
seen |= {t for t, _ in val}
train = [r for r in read("train") if r[0] not in seen]      # some tickets stand in several files
print(f"{len(train)} training, {len(val)} validation, {len(test)} test tickets")

tok = AutoTokenizer.from_pretrained(CKPT)


def collate(rows):
    texts, labels = zip(*rows)
    # a ticket names the product in its second sentence, so cutting the end off at 32 is harmless
    enc = tok(list(texts), truncation=True, max_length=32, padding=True, return_tensors="pt")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": torch.tensor(labels)}


model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
model.distilbert.requires_grad_(False)
for name, module in list(model.distilbert.named_modules()):
    if isinstance(module, nn.Linear) and name.rsplit(".", 1)[-1] in {"q_lin", "v_lin", "lin1", "lin2"}:
        swap(model.distilbert, name, LoRALinear(module, RANK, ALPHA))
trainable = [p for p in model.parameters() if p.requires_grad]
print(f"{len(adapters(model))} adapters, {sum(p.numel() for p in trainable)} of "
      f"{sum(p.numel() for p in model.parameters())} weights are trained")

train_loader = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val, batch_size=64, collate_fn=collate)
test_loader = DataLoader(test, batch_size=64, collate_fn=collate)
opt = torch.optim.AdamW(trainable, lr=LR, weight_decay=0.01)
total = EPOCHS * len(train_loader)
sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)


@torch.no_grad()
def accuracy(loader):
    model.eval()
    right = n = 0
    for batch in loader:
        labels = batch.pop("labels")
        right += (model(**batch).logits.argmax(-1) == labels).sum().item()
        n += len(labels)
    return right / n


best_acc, best = -1.0, None
for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        nn.utils.clip_grad_norm_(trainable, 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
        running += loss.item()
    acc = accuracy(val_loader)
    print(f"epoch {epoch:2d}  loss {running / len(train_loader):.4f}  validation accuracy {acc:.4f}")
    if acc > best_acc:
        best_acc = acc
        best = {n: p.detach().clone() for n, p in model.named_parameters() if p.requires_grad}

model.load_state_dict(best, strict=False)                   # only the trained part was kept
os.makedirs(OUT, exist_ok=True)
torch.save(best, os.path.join(OUT, "adapters_and_head.pt"))
with_adapters = accuracy(test_loader)
for name, module in adapters(model):
    swap(model, name, module.merged())
print(f"test accuracy {with_adapters:.4f}, after merging {accuracy(test_loader):.4f} (chance about 0.25)")
