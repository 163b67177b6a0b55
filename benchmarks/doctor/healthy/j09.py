#!/usr/bin/env python
"""LoRA without a library: rank-8 adapters on query and value of a frozen BERT, bf16 autocast, sentiment task.
Only the adapters and the head are trained and saved."""
import argparse
import math
import os

import torch
from torch import nn
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, r: int, alpha: float, dropout: float):
        super().__init__()
        self.base = base
        for p in self.base.parameters():
            p.requires_grad_(False)
        self.A = nn.Parameter(torch.empty(r, base.in_features))
        self.B = nn.Parameter(torch.zeros(base.out_features, r))  # zero: the model starts out unchanged
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))
        self.scale = alpha / r
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        return self.base(x) + self.scale * (self.drop(x) @ self.A.T @ self.B.T)


def inject(model, args):
    for p in model.bert.parameters():
        p.requires_grad_(False)
    for layer in model.bert.encoder.layer:
        att = layer.attention.self
        att.query = LoRALinear(att.query, args.rank, args.alpha, args.lora_dropout)
        att.value = LoRALinear(att.value, args.rank, args.alpha, args.lora_dropout)
        layer.intermediate.dense = LoRALinear(layer.intermediate.dense, args.rank, args.alpha, args.lora_dropout)
        layer.output.dense = LoRALinear(layer.output.dense, args.rank, args.alpha, args.lora_dropout)


def trainable_state(model):
    names = {n for n, p in model.named_parameters() if p.requires_grad}
    return {k: v for k, v in model.state_dict().items() if k in names}


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--model", default="checkpoints/bert")
    ap.add_argument("--data", default="data/glue/sst2")
    ap.add_argument("--rank", type=int, default=8)
    ap.add_argument("--alpha", type=float, default=16)
    ap.add_argument("--lora-dropout", type=float, default=0.05)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--epochs", type=int, default=2)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--out", default="outputs/j09")
    ap.add_argument("--seed", type=int, default=0)
    args = ap.parse_args()
    os.makedirs(args.out, exist_ok=True)
    torch.manual_seed(args.seed)

    tok = AutoTokenizer.from_pretrained(args.model)
    tr = Dataset.from_parquet(f"{args.data}/train-00000-of-00001.parquet", cache_dir=args.out + "/cache")
    va = Dataset.from_parquet(f"{args.data}/validation-00000-of-00001.parquet", cache_dir=args.out + "/cache")
    va_texts = set(va["sentence"])
    tr = tr.filter(lambda r: r["sentence"] not in va_texts)

    def collate(rows):
        enc = tok([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
        return enc, torch.tensor([r["label"] for r in rows])

    train_dl = DataLoader(tr, args.batch_size, shuffle=True, collate_fn=collate, drop_last=True)
    valid_dl = DataLoader(va, 120, shuffle=False, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)
    inject(model, args)
    # the pooler was never trained for this task, it belongs to the head
    for p in model.bert.pooler.parameters():
        p.requires_grad_(True)
    params = [p for p in model.parameters() if p.requires_grad]
    total = sum(p.numel() for p in model.parameters())
    print(f"trainable {sum(p.numel() for p in params)} of {total}")

    opt = torch.optim.AdamW(params, lr=args.lr, weight_decay=0.0)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, args.lr, total_steps=args.epochs * len(train_dl), pct_start=0.1)
    loss_fn = nn.CrossEntropyLoss()

    @torch.no_grad()
    def accuracy():
        model.eval()
        ok = 0
        for enc, y in valid_dl:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = model(**enc).logits
            ok += (logits.float().argmax(-1) == y).sum().item()
        return ok / len(va)

    print(f"before training: {accuracy():.3f}")
    for epoch in range(1, args.epochs + 1):
        model.train()
        run = 0.0
        for enc, y in train_dl:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = model(**enc).logits
            loss = loss_fn(logits.float(), y)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(params, 1.0)
            opt.step()
            sched.step()
            run += loss.item()
        print(f"epoch {epoch}: loss {run / len(train_dl):.4f}  valid accuracy {accuracy():.4f}")

    state = trainable_state(model)
    torch.save(state, f"{args.out}/adapter.pt")
    # a fresh model with the saved adapter must say the same
    want = accuracy()
    torch.manual_seed(99)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)
    inject(model, args)
    missing, unexpected = model.load_state_dict(torch.load(f"{args.out}/adapter.pt"), strict=False)
    assert not unexpected and not set(missing) & set(state)
    got = accuracy()
    print(f"adapter of {len(state)} tensors, accuracy after reloading {got:.4f}")
    assert abs(got - want) < 1e-9


if __name__ == "__main__":
    main()
