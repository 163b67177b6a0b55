"""Research-style run: config dataclass, gradient accumulation, warmup + cosine, EMA weights, bf16 autocast."""
import argparse
import dataclasses
import json
import math
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    steps: int = 500          # optimizer updates
    micro_batch: int = 32
    accumulate: int = 2
    lr: float = 3e-3
    warmup: int = 50
    weight_decay: float = 0.05
    ema_decay: float = 0.98
    dim: int = 96
    depth: int = 3
    dropout: float = 0.1
    amp: bool = True
    seed: int = 0
    out: str = "out/il15"


class Block(nn.Module):
    def __init__(self, dim, dropout):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        return x + self.drop(self.down(F.gelu(self.up(self.norm(x)))))


class ResMLP(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.stem = nn.Linear(64, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg.dim, cfg.dropout) for _ in range(cfg.depth))
        self.norm, self.head = nn.LayerNorm(cfg.dim), nn.Linear(cfg.dim, 10)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def param_groups(model, weight_decay):
    decay = [p for p in model.parameters() if p.ndim >= 2]
    rest = [p for p in model.parameters() if p.ndim < 2]
    return [{"params": decay, "weight_decay": weight_decay}, {"params": rest, "weight_decay": 0.0}]


def lr_factor(cfg):
    def factor(step):
        if step < cfg.warmup:
            return (step + 1) / cfg.warmup
        progress = (step - cfg.warmup) / max(1, cfg.steps - cfg.warmup)
        return 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return factor


def endless(loader):
    while True:
        yield from loader


def get_data(cfg):
    x, y = load_digits(return_X_y=True)
    x, y = torch.tensor(x / 16, dtype=torch.float32), torch.tensor(y)
    rest, test = train_test_split(torch.arange(len(y)).numpy(), test_size=0.2, stratify=y.numpy(), random_state=cfg.seed)
    train, val = train_test_split(rest, test_size=0.2, stratify=y[rest].numpy(), random_state=cfg.seed)
    pick = lambda i: TensorDataset(x[i], y[i])
    return pick(train), pick(val), pick(test)


@torch.no_grad()
def evaluate(model, data):
    model.eval()
    x, y = data.tensors
    logits = model(x)
    return F.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def train(cfg):
    torch.manual_seed(cfg.seed)
    train_set, val_set, test_set = get_data(cfg)
    batches = endless(DataLoader(train_set, batch_size=cfg.micro_batch, shuffle=True, drop_last=True))

    model = ResMLP(cfg)
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(cfg.ema_decay))
    optimizer = torch.optim.AdamW(param_groups(model, cfg.weight_decay), lr=cfg.lr, betas=(0.9, 0.98))
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_factor(cfg))
    log = []

    for step in range(1, cfg.steps + 1):
        model.train()
        optimizer.zero_grad(set_to_none=True)
        step_loss = 0.0
        for _ in range(cfg.accumulate):
            x, y = next(batches)
            # bf16 keeps the exponent range of fp32: no GradScaler
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=cfg.amp):
                logits = model(x)
            loss = F.cross_entropy(logits.float(), y) / cfg.accumulate
            loss.backward()
            step_loss += loss.item()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        ema.update_parameters(model)

        if step % 100 == 0:
            raw, avg = evaluate(model, val_set), evaluate(ema, val_set)
            log.append({"step": step, "train": step_loss, "val": raw, "val_ema": avg})
            print(f"{step:4d}  train {step_loss:.4f}  val {raw[0]:.4f}/{raw[1]:.3f}  ema {avg[0]:.4f}/{avg[1]:.3f}")

    loss, acc = evaluate(ema, test_set)
    print(f"test (EMA): loss {loss:.4f}  acc {acc:.4f}")
    out = Path(cfg.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "log.json").write_text(json.dumps({"config": dataclasses.asdict(cfg), "log": log, "test_acc": acc}, indent=1))
    torch.save({"model": ema.module.state_dict(), "config": dataclasses.asdict(cfg)}, out / "ema.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for f in dataclasses.fields(Config):
        if f.type is bool:
            parser.add_argument(f"--{f.name}", action=argparse.BooleanOptionalAction, default=f.default)
        else:
            parser.add_argument(f"--{f.name}", type=f.type, default=f.default)
    train(Config(**vars(parser.parse_args())))
