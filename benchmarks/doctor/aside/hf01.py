"""Support desk routing: fine-tune the small ticket encoder with Accelerate.

Big effective batch (8 x 4) because the noise in small batches hurt us on the old data.
"""
import json
import math
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CKPT = "checkpoints/tickets"
OUT = Path("out/hf01")
EPOCHS = 12
BATCH = 8
ACCUM = 4
LR = 1e-3


def rows(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def encode(items, tokenizer):
    enc = tokenizer([r["text"] for r in items], truncation=True, max_length=32)
    return [
        {"input_ids": ids, "attention_mask": mask, "labels": r["desk_id"]}
        for ids, mask, r in zip(enc["input_ids"], enc["attention_mask"], items)
    ]


def main():
    set_seed(11)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUM)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    train_rows = rows("train")
    known = {r["text"] for r in train_rows}
    val_rows = [r for r in rows("validation") if r["text"] not in known]

    collate = DataCollatorWithPadding(tokenizer)
    train_dl = DataLoader(encode(train_rows, tokenizer), batch_size=BATCH, shuffle=True, collate_fn=collate)
    val_dl = DataLoader(encode(val_rows, tokenizer), batch_size=64, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)

    updates = EPOCHS * math.ceil(len(train_dl) / ACCUM)
    scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * updates), updates)

    model, optimizer, train_dl, val_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, val_dl, scheduler
    )

    for epoch in range(1, EPOCHS + 1):
        model.train()
        running = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            running += loss.item()

        model.eval()
        hits = seen = 0
        for batch in val_dl:
            with torch.no_grad():
                pred = model(**batch).logits.argmax(-1)
            pred, ref = accelerator.gather_for_metrics((pred, batch["labels"]))
            hits += (pred == ref).sum().item()
            seen += len(ref)
        accelerator.print(
            f"epoch {epoch:2d}  loss {running / len(train_dl):.4f}  val acc {hits / seen:.3f}"
            f"  lr {scheduler.get_last_lr()[0]:.2e}"
        )

    OUT.mkdir(parents=True, exist_ok=True)
    accelerator.unwrap_model(model).save_pretrained(OUT)
    tokenizer.save_pretrained(OUT)


if __name__ == "__main__":
    main()
