#!/usr/bin/env python
"""Name tagging with a no-Trainer loop on Accelerate (gradient accumulation, state saved each epoch)."""
from __future__ import annotations

import json
import math
import os
import tempfile
from collections import Counter
from dataclasses import dataclass

import torch
from accelerate import Accelerator
from accelerate.utils import ProjectConfiguration, set_seed
from torch.utils.data import DataLoader, Dataset
from tqdm.auto import tqdm
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_scheduler,
)

IGNORE = -100


@dataclass
class Config:
    model: str = "checkpoints/tags"
    data: str = "data/tags"
    epochs: int = 14
    micro_batch: int = 8
    accumulate: int = 2
    lr: float = 1e-3
    head_lr: float = 3e-3
    weight_decay: float = 0.01
    warmup: float = 0.08
    clip: float = 1.0
    seed: int = 21


def load_rows(path: str) -> list[dict]:
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def sentence(row: dict) -> str:
    return " ".join(row["words"])


class TaggedSentences(Dataset):
    """Only the first piece of every word carries the tag, the other pieces are ignored."""

    def __init__(self, rows: list[dict], tokenizer):
        self.items = []
        for row in rows:
            enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
            labels, previous = [], None
            for word_id in enc.word_ids():
                labels.append(IGNORE if word_id is None or word_id == previous else row["tags"][word_id])
                previous = word_id
            self.items.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels})

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, i: int) -> dict:
        return self.items[i]


def parameter_groups(model, cfg: Config):
    no_decay = ("bias", "LayerNorm.weight", "layer_norm.weight")
    groups = {}
    for name, p in model.named_parameters():
        decay = 0.0 if name.endswith(no_decay) else cfg.weight_decay
        lr = cfg.head_lr if name.startswith("classifier") else cfg.lr
        groups.setdefault((lr, decay), []).append(p)
    return [{"params": ps, "lr": lr, "weight_decay": wd} for (lr, wd), ps in groups.items()]


def name_f1(pred: torch.Tensor, gold: torch.Tensor) -> dict[str, float]:
    """Micro F1 over the tags that are names (0 is 'no name')."""
    c = Counter()
    c["hit"] = int(((pred == gold) & (gold > 0)).sum())
    c["pred"], c["gold"] = int((pred > 0).sum()), int((gold > 0).sum())
    return {"f1": 2 * c["hit"] / max(1, c["pred"] + c["gold"]), "accuracy": (pred == gold).float().mean().item()}


def evaluate_model(model, loader, accelerator) -> dict[str, float]:
    model.eval()
    preds, golds = [], []
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        p, g = accelerator.pad_across_processes((logits.argmax(-1), batch["labels"]), dim=1, pad_index=IGNORE)
        p, g = accelerator.gather_for_metrics((p, g))
        keep = g != IGNORE
        preds.append(p[keep].cpu())
        golds.append(g[keep].cpu())
    return name_f1(torch.cat(preds), torch.cat(golds))


def main() -> None:
    cfg = Config()
    project = tempfile.mkdtemp(prefix="tags_")
    accelerator = Accelerator(
        gradient_accumulation_steps=cfg.accumulate,
        project_config=ProjectConfiguration(project_dir=project, automatic_checkpoint_naming=True, total_limit=1),
    )
    set_seed(cfg.seed)

    tokenizer = AutoTokenizer.from_pretrained(cfg.model)
    test_rows = load_rows(os.path.join(cfg.data, "test.jsonl"))
    known = {sentence(r) for r in test_rows}
    valid_rows = [r for r in load_rows(os.path.join(cfg.data, "validation.jsonl")) if sentence(r) not in known]
    known |= {sentence(r) for r in valid_rows}
    train_rows = [r for r in load_rows(os.path.join(cfg.data, "train.jsonl")) if sentence(r) not in known]
    accelerator.print(f"{len(train_rows)} train, {len(valid_rows)} validation, {len(test_rows)} test sentences")

    collator = DataCollatorForTokenClassification(tokenizer, label_pad_token_id=IGNORE)
    train_loader = DataLoader(
        TaggedSentences(train_rows, tokenizer), batch_size=cfg.micro_batch, shuffle=True, collate_fn=collator
    )
    valid_loader = DataLoader(TaggedSentences(valid_rows, tokenizer), batch_size=64, collate_fn=collator)
    test_loader = DataLoader(TaggedSentences(test_rows, tokenizer), batch_size=64, collate_fn=collator)

    model = AutoModelForTokenClassification.from_pretrained(cfg.model, num_labels=4)
    optimizer = torch.optim.AdamW(parameter_groups(model, cfg))
    model, optimizer, train_loader, valid_loader, test_loader = accelerator.prepare(
        model, optimizer, train_loader, valid_loader, test_loader
    )
    updates = cfg.epochs * math.ceil(len(train_loader) / cfg.accumulate)
    scheduler = accelerator.prepare(
        get_scheduler("cosine", optimizer, num_warmup_steps=int(cfg.warmup * updates), num_training_steps=updates)
    )

    bar = tqdm(range(updates), disable=True)
    best = (-1.0, None)
    for epoch in range(cfg.epochs):
        model.train()
        running, seen = torch.zeros(()), 0
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), cfg.clip)
                    bar.update(1)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.detach()
            seen += 1
        scores = evaluate_model(model, valid_loader, accelerator)
        accelerator.print(
            f"epoch {epoch + 1}: train loss {running.item() / seen:.3f} "
            + " ".join(f"valid {k} {v:.3f}" for k, v in scores.items())
        )
        if scores["f1"] > best[0]:
            # keep the best weights, total_limit=1 removes the older folder
            best = (scores["f1"], accelerator.save_state())

    accelerator.load_state(best[1])
    scores = evaluate_model(model, test_loader, accelerator)
    accelerator.print(f"test (best on validation {best[0]:.3f}): f1 {scores['f1']:.3f} accuracy {scores['accuracy']:.3f}")
    accelerator.end_training()


if __name__ == "__main__":
    main()
