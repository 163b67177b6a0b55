"""LoRA by hand: low-rank updates of the query and value maps of a frozen BERT, merged at the end. SST-2."""
from __future__ import annotations

import copy
from dataclasses import dataclass

import torch
import torch.nn as nn
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer


@dataclass
class Config:
    checkpoint: str = "checkpoints/bert"
    rank: int = 8
    alpha: float = 16.0
    lr: float = 3e-3
    epochs: int = 5
    batch_size: int = 32
    seed: int = 3


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank: int, alpha: float):
        super().__init__()
        self.base = base
        for p in self.base.parameters():
            p.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.02)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))  # starts as the identity change
        self.scale = alpha / rank

    def forward(self, x):
        return self.base(x) + (x @ self.down.T @ self.up.T) * self.scale

    def merged(self) -> nn.Linear:
        out = copy.deepcopy(self.base)
        with torch.no_grad():
            out.weight += self.scale * (self.up @ self.down)
        return out


def inject(model, cfg):
    for layer in model.bert.encoder.layer:
        att = layer.attention.self
        att.query = LoRALinear(att.query, cfg.rank, cfg.alpha)
        att.value = LoRALinear(att.value, cfg.rank, cfg.alpha)


def merge(model):
    for layer in model.bert.encoder.layer:
        att = layer.attention.self
        att.query, att.value = att.query.merged(), att.value.merged()


@torch.inference_mode()
def predict(model, loader, device):
    model.eval()
    logits, labels = [], []
    for batch, y in loader:
        logits.append(model(**{k: v.to(device) for k, v in batch.items()}).logits.float().cpu())
        labels.append(y)
    return torch.cat(logits), torch.cat(labels)


def run(cfg: Config):
    torch.manual_seed(cfg.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    amp = device.type == "cuda"
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    ds = load_dataset("data/glue", "sst2")
    train_rows = ds["train"].shuffle(seed=cfg.seed).select(range(1500))

    def collate(rows):
        enc = tokenizer([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
        return enc, torch.tensor([r["label"] for r in rows])

    train = DataLoader(train_rows, cfg.batch_size, shuffle=True, collate_fn=collate, drop_last=True)
    valid = DataLoader(ds["validation"], 96, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=2)
    model.requires_grad_(False)
    model.classifier.requires_grad_(True)
    model.bert.pooler.requires_grad_(True)
    inject(model, cfg)
    model.to(device)

    trainable = [p for p in model.parameters() if p.requires_grad]
    n_all = sum(p.numel() for p in model.parameters())
    print(f"training {sum(p.numel() for p in trainable):,} of {n_all:,} parameters")

    optimizer = torch.optim.AdamW(trainable, lr=cfg.lr, weight_decay=0.0)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, cfg.lr, total_steps=cfg.epochs * len(train))
    scaler = torch.amp.GradScaler(device.type, enabled=amp)

    for epoch in range(cfg.epochs):
        model.train()
        losses = []
        for batch, y in train:
            batch, y = {k: v.to(device) for k, v in batch.items()}, y.to(device)
            with torch.autocast(device.type, dtype=torch.float16, enabled=amp):
                loss = nn.functional.cross_entropy(model(**batch).logits, y)
            optimizer.zero_grad(set_to_none=True)
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(trainable, 1.0)
            scaler.step(optimizer)
            scaler.update()
            scheduler.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1}/{cfg.epochs} train loss {sum(losses) / len(losses):.4f}")

    # no choice was made on the validation split, so its figure is honest
    before, labels = predict(model, valid, device)
    merge(model)
    after, _ = predict(model, valid, device)
    print(f"validation accuracy {(before.argmax(1) == labels).float().mean():.4f}")
    print(f"after merging, largest difference of a logit {(before - after).abs().max():.2e}")


if __name__ == "__main__":
    run(Config())
