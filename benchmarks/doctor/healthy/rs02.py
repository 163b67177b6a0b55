"""Token classification in a plain loop: every piece of a name carries the name's tag while training;
scores are counted once per word, on its first piece."""
from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import partial

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, get_linear_schedule_with_warmup


@dataclass
class Config:
    checkpoint: str = "checkpoints/tags"
    folder: str = "data/tags"
    lr: float = 2e-3
    epochs: int = 6
    batch_size: int = 24
    warmup: float = 0.08
    clip: float = 1.0
    seed: int = 3


@dataclass
class Batch:
    inputs: dict[str, torch.Tensor]
    targets: torch.Tensor  # tag on every piece, -100 on special tokens and padding
    heads: torch.Tensor  # True on the first piece of each word


def read(cfg: Config, split: str) -> list[dict]:
    return [json.loads(x) for x in open(f"{cfg.folder}/{split}.jsonl")]


def collate(rows: list[dict], tok) -> Batch:
    enc = tok([r["words"] for r in rows], is_split_into_words=True, padding=True, return_tensors="pt")
    targets = torch.full(enc["input_ids"].shape, -100)
    heads = torch.zeros_like(targets, dtype=torch.bool)
    for i, row in enumerate(rows):
        last = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None:
                targets[i, j] = row["tags"][w]
                heads[i, j] = w != last
            last = w
    return Batch(dict(enc), targets, heads)


@torch.inference_mode()
def score(model, loader) -> tuple[float, float]:
    """Word accuracy and micro F1 over the tags other than 0."""
    model.eval()
    right = total = hit = said = real = 0
    for b in loader:
        guess = model(**b.inputs).logits.argmax(-1)[b.heads]
        gold = b.targets[b.heads]
        right += (guess == gold).sum().item()
        total += gold.numel()
        hit += ((guess == gold) & (gold > 0)).sum().item()
        said += (guess > 0).sum().item()
        real += (gold > 0).sum().item()
    return right / total, 2 * hit / max(said + real, 1)


def main(cfg: Config = Config()) -> None:
    random.seed(cfg.seed)
    torch.manual_seed(cfg.seed)
    tok = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForTokenClassification.from_pretrained(cfg.checkpoint, num_labels=4)

    held_out = {s: read(cfg, s) for s in ("validation", "test")}
    known = {tuple(r["words"]) for rows in held_out.values() for r in rows}
    train = [r for r in read(cfg, "train") if tuple(r["words"]) not in known]
    print(f"{len(train)} training sentences after removing those that occur elsewhere")

    fn = partial(collate, tok=tok)
    loader = DataLoader(train, cfg.batch_size, shuffle=True, collate_fn=fn)
    evals = {s: DataLoader(rows, 80, collate_fn=fn) for s, rows in held_out.items()}

    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=cfg.lr)
    steps = cfg.epochs * len(loader)
    sched = get_linear_schedule_with_warmup(opt, int(cfg.warmup * steps), steps)

    for epoch in range(1, cfg.epochs + 1):
        model.train()
        running = 0.0
        for b in loader:
            loss = model(**b.inputs, labels=b.targets).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), cfg.clip)
            opt.step()
            sched.step()
            opt.zero_grad()
            running += loss.item()
        acc, f1 = score(model, evals["validation"])
        print(f"{epoch:2d}  loss {running / len(loader):.3f}  validation acc {acc:.3f}  f1 {f1:.3f}")
    acc, f1 = score(model, evals["test"])
    print(f"test acc {acc:.3f}  f1 {f1:.3f}")


if __name__ == "__main__":
    main()
