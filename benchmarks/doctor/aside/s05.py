"""Train a small BART with Accelerate to turn written dates into warehouse codes."""
import json
from dataclasses import dataclass

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, get_linear_schedule_with_warmup


@dataclass
class Config:
    checkpoint: str = "checkpoints/dates"
    data: str = "data/dates"
    epochs: int = 30
    batch_size: int = 32
    lr: float = 2e-3
    warmup_ratio: float = 0.1
    max_length: int = 16
    seed: int = 11


def load_pairs(path):
    with open(path, encoding="utf-8") as fh:
        rows = [json.loads(line) for line in fh]
    return [(r["date"], r["code"]) for r in rows]


def build_collate(tokenizer, max_length):
    def collate(pairs):
        sources, targets = zip(*pairs)
        batch = tokenizer(list(sources), text_target=list(targets), padding=True,
                          truncation=True, max_length=max_length, return_tensors="pt")
        batch["labels"][batch["labels"] == tokenizer.pad_token_id] = -100
        return dict(batch)

    return collate


def train_step(model, batch, pad_id):
    labels = batch["labels"]
    outputs = model(
        input_ids=batch["input_ids"],
        attention_mask=batch["attention_mask"],
        decoder_input_ids=labels.masked_fill(labels == -100, pad_id),
        labels=labels,
    )
    return outputs.loss


def evaluate(accelerator, model, tokenizer, loader, max_length):
    model.eval()
    correct, total, shown = 0, 0, []
    for batch in loader:
        with torch.no_grad():
            generated = accelerator.unwrap_model(model).generate(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                max_new_tokens=max_length,
                num_beams=1,
            )
        labels = batch["labels"].masked_fill(batch["labels"] == -100, tokenizer.pad_token_id)
        preds = tokenizer.batch_decode(generated, skip_special_tokens=True)
        golds = tokenizer.batch_decode(labels, skip_special_tokens=True)
        correct += sum(p.strip() == g.strip() for p, g in zip(preds, golds))
        total += len(golds)
        shown.extend(zip(preds, golds))
    return correct / total, shown[:3]


def main():
    cfg = Config()
    set_seed(cfg.seed)
    accelerator = Accelerator()
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(cfg.checkpoint)

    collate = build_collate(tokenizer, cfg.max_length)
    train_loader = DataLoader(load_pairs(f"{cfg.data}/train.jsonl"), shuffle=True,
                              batch_size=cfg.batch_size, collate_fn=collate)
    test_loader = DataLoader(load_pairs(f"{cfg.data}/test.jsonl"),
                             batch_size=64, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    model, optimizer, train_loader, test_loader = accelerator.prepare(
        model, optimizer, train_loader, test_loader)
    steps = cfg.epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, int(steps * cfg.warmup_ratio), steps)

    for epoch in range(cfg.epochs):
        model.train()
        total_loss = 0.0
        for batch in train_loader:
            loss = train_step(model, batch, tokenizer.pad_token_id)
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        if epoch % 5 == 4:
            accelerator.print(f"epoch {epoch + 1}: train loss {total_loss / len(train_loader):.4f}")

    exact, examples = evaluate(accelerator, model, tokenizer, test_loader, cfg.max_length)
    for pred, gold in examples:
        accelerator.print(f"  {pred!r:35} gold {gold!r}")
    accelerator.print(f"test exact match: {exact:.3f}")


if __name__ == "__main__":
    main()
