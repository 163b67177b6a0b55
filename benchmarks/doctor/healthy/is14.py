"""Fine-tune the ticket encoder with a plain PyTorch loop: decay groups, warm-up, gradient accumulation."""
import json
import math
import random

import torch
from torch.nn.utils import clip_grad_norm_
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_linear_schedule_with_warmup, set_seed)


class Config:
    checkpoint = "checkpoints/tickets"
    data = "data/tickets"
    epochs = 12
    micro_batch = 8
    accumulate = 2
    lr = 8e-4
    weight_decay = 0.01
    warmup = 0.1
    seed = 17


def read_split(cfg, name, taken):
    """The rows of a split whose text is in no earlier split."""
    with open(f"{cfg.data}/{name}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    for row in rows:
        row["text"] = row["text"].replace("order [ORDER] . ", "")
    rows = [r for r in rows if r["text"] not in taken]
    taken.update(r["text"] for r in rows)
    return rows


def loader(cfg, rows, tokenizer, shuffle):
    feats = [dict(tokenizer(r["text"], truncation=True, max_length=32), labels=r["desk_id"]) for r in rows]
    return DataLoader(feats, batch_size=cfg.micro_batch if shuffle else 64, shuffle=shuffle,
                      collate_fn=DataCollatorWithPadding(tokenizer))


def param_groups(model, decay):
    skip = [p for n, p in model.named_parameters() if p.ndim < 2]          # biases and layer norms
    rest = [p for n, p in model.named_parameters() if p.ndim >= 2]
    return [{"params": rest, "weight_decay": decay}, {"params": skip, "weight_decay": 0.0}]


@torch.inference_mode()
def evaluate(model, batches, n_labels):
    model.eval()
    table = torch.zeros(n_labels, n_labels, dtype=torch.long)               # truth x guess
    for batch in batches:
        guess = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        for t, g in zip(batch["labels"].tolist(), guess.tolist()):
            table[t, g] += 1
    hit = table.diag().float()
    f1 = 2 * hit / (table.sum(0) + table.sum(1)).clamp(min=1)
    return (hit.sum() / table.sum()).item(), f1.mean().item()


def train(cfg):
    set_seed(cfg.seed)
    taken = set()
    rows = {name: read_split(cfg, name, taken) for name in ("train", "validation", "test")}
    random.Random(cfg.seed).shuffle(rows["train"])
    names = {r["desk_id"]: r["desk"] for r in rows["train"]}
    print({k: len(v) for k, v in rows.items()}, names)

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    train_dl = loader(cfg, rows["train"], tokenizer, shuffle=True)
    val_dl = loader(cfg, rows["validation"], tokenizer, shuffle=False)
    test_dl = loader(cfg, rows["test"], tokenizer, shuffle=False)

    model = AutoModelForSequenceClassification.from_pretrained(
        cfg.checkpoint, num_labels=len(names), id2label=names, label2id={v: k for k, v in names.items()})
    optimizer = AdamW(param_groups(model, cfg.weight_decay), lr=cfg.lr)
    total = cfg.epochs * math.ceil(len(train_dl) / cfg.accumulate)
    scheduler = get_linear_schedule_with_warmup(optimizer, int(cfg.warmup * total), total)

    updates = 0
    optimizer.zero_grad()
    for epoch in range(cfg.epochs):
        model.train()
        seen, summed = 0, 0.0
        for i, batch in enumerate(train_dl):
            first = i - i % cfg.accumulate
            group = min(cfg.accumulate, len(train_dl) - first)              # the last group may be short
            loss = model(**batch).loss
            (loss / group).backward()
            summed += loss.item() * len(batch["labels"])
            seen += len(batch["labels"])
            if i - first + 1 == group:
                clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
                updates += 1
        acc, f1 = evaluate(model, val_dl, len(names))
        print(f"epoch {epoch + 1:2d}  loss {summed / seen:.3f}  val acc {acc:.3f}  val F1 {f1:.3f}  "
              f"lr {scheduler.get_last_lr()[0]:.1e}")
    assert updates == total
    acc, f1 = evaluate(model, test_dl, len(names))
    print(f"test acc {acc:.3f}, macro F1 {f1:.3f}")


if __name__ == "__main__":
    train(Config())
