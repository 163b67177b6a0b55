"""LoRA written by hand: low-rank corrections of the query and value projections, the rest is frozen."""
import math
import tempfile

import torch
from datasets import load_dataset
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank: int, alpha: float):
        super().__init__()
        self.base = base
        self.scale = alpha / rank
        self.a = nn.Parameter(torch.empty(rank, base.in_features))
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))
        nn.init.kaiming_uniform_(self.a, a=math.sqrt(5))

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.a.T @ self.b.T)


def build(rank=8, alpha=16):
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    for p in model.distilbert.parameters():
        p.requires_grad = False
    for layer in model.distilbert.transformer.layer:
        layer.attention.q_lin = LoRALinear(layer.attention.q_lin, rank, alpha)
        layer.attention.v_lin = LoRALinear(layer.attention.v_lin, rank, alpha)
    return model


def trainable(model):
    return {n: p for n, p in model.named_parameters() if p.requires_grad}


def accuracy(model, loader):
    model.eval()
    hits = n = 0
    with torch.no_grad():
        for b in loader:
            hits += (model(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).logits.argmax(-1) == b["labels"]).sum().item()
            n += len(b["labels"])
    return hits / n


torch.manual_seed(14)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = load_dataset("data/tickets").map(lambda r: tok(r["text"], truncation=True)).rename_column("desk_id", "labels").remove_columns(["text", "desk"])
collate = DataCollatorWithPadding(tok)
train, val = DataLoader(ds["train"], 16, shuffle=True, collate_fn=collate), DataLoader(ds["validation"], 80, collate_fn=collate)

model = build()
n_train, n_all = sum(p.numel() for p in trainable(model).values()), sum(p.numel() for p in model.parameters())
print(f"{n_train} of {n_all} parameters are trained")
opt = torch.optim.AdamW(trainable(model).values(), lr=4e-3)
epochs = 7
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs * len(train))
for epoch in range(epochs):
    model.train()
    for batch in train:
        loss = model(**batch).loss
        loss.backward()
        opt.step()
        sched.step()
        opt.zero_grad()
    print(epoch, round(loss.item(), 3), accuracy(model, val))

# only the small part is saved, and put into a fresh model
with tempfile.NamedTemporaryFile(suffix=".pt") as f:
    torch.save({n: p.detach() for n, p in trainable(model).items()}, f.name)
    fresh = build()
    missing, unexpected = fresh.load_state_dict(torch.load(f.name), strict=False)
    assert not unexpected
print("reloaded:", accuracy(fresh, val))
