"""Dates to code words with a tiny BART, written with Accelerate.

Effective batch = 8 x 2 accumulated. Evaluation is exact match of greedy generations.
"""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    get_linear_schedule_with_warmup,
)


@dataclass(frozen=True)
class Config:
    checkpoint: str = "checkpoints/dates"
    data: Path = Path("data/dates")
    out: Path = Path("outputs/j03")
    epochs: int = 12
    batch_size: int = 8
    accumulate: int = 2
    lr: float = 2e-3
    max_length: int = 16
    seed: int = 3


def load(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def features(rows, tokenizer, max_length):
    enc = tokenizer([r["date"] for r in rows], truncation=True, max_length=max_length)
    tgt = tokenizer(text_target=[r["code"] for r in rows], truncation=True, max_length=max_length)
    return [
        {"input_ids": i, "attention_mask": a, "labels": y}
        for i, a, y in zip(enc["input_ids"], enc["attention_mask"], tgt["input_ids"])
    ]


@torch.no_grad()
def exact_match(model, loader, tokenizer, accelerator, max_length) -> float:
    model.eval()
    hits = []
    for batch in loader:
        gen = accelerator.unwrap_model(model).generate(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            max_new_tokens=max_length,
            num_beams=1,
            do_sample=False,
        )
        gen = accelerator.pad_across_processes(gen, dim=1, pad_index=tokenizer.pad_token_id)
        labels = accelerator.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
        gen, labels = accelerator.gather_for_metrics((gen, labels))
        labels = labels.masked_fill(labels == -100, tokenizer.pad_token_id)
        pred = tokenizer.batch_decode(gen, skip_special_tokens=True)
        gold = tokenizer.batch_decode(labels, skip_special_tokens=True)
        hits += [p.strip() == g.strip() for p, g in zip(pred, gold)]
    return sum(hits) / len(hits)


def main(cfg: Config) -> None:
    set_seed(cfg.seed)
    accelerator = Accelerator(gradient_accumulation_steps=cfg.accumulate, cpu=True)
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(cfg.checkpoint)

    train_rows = load(cfg.data / "train.jsonl")
    valid_rows = load(cfg.data / "validation.jsonl")
    valid_dates = {r["date"] for r in valid_rows}
    train_rows = [r for r in train_rows if r["date"] not in valid_dates]

    # the collator makes decoder_input_ids from the labels (shifted right) because it knows the model
    collate = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100)
    train_dl = DataLoader(
        features(train_rows, tokenizer, cfg.max_length), batch_size=cfg.batch_size, shuffle=True, drop_last=True, collate_fn=collate
    )
    valid_dl = DataLoader(
        features(valid_rows, tokenizer, cfg.max_length), batch_size=64, shuffle=False, collate_fn=collate
    )

    optimizer = AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
    model, optimizer, train_dl, valid_dl = accelerator.prepare(model, optimizer, train_dl, valid_dl)
    # number of real optimizer steps: the last, shorter group of an epoch is a step too
    steps = cfg.epochs * -(-len(train_dl) // cfg.accumulate)
    scheduler = accelerator.prepare(get_linear_schedule_with_warmup(optimizer, steps // 20, steps))

    accelerator.print("exact match before training:", exact_match(model, valid_dl, tokenizer, accelerator, 8))
    for epoch in range(cfg.epochs):
        model.train()
        running = torch.zeros(())
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.detach()
        if epoch % 3 == 2:
            em = exact_match(model, valid_dl, tokenizer, accelerator, 8)
            accelerator.print(f"epoch {epoch + 1}: loss {running.item() / len(train_dl):.4f}  exact match {em:.3f}")

    accelerator.unwrap_model(model).save_pretrained(cfg.out / "final")
    tokenizer.save_pretrained(cfg.out / "final")


if __name__ == "__main__":
    main(Config())
