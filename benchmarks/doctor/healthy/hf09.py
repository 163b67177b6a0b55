"""Route support tickets to one of four desks; Accelerate, accumulated gradients, best state kept."""
import json
import math
import shutil
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_cosine_schedule_with_warmup,
)

CKPT = "checkpoints/tickets"
OUT = Path("out/hf09")
EPOCHS, BATCH, ACCUM, LR = 15, 8, 2, 1e-3


def read(split, without=()):
    with open(f"data/tickets/{split}.jsonl") as f:
        items = [json.loads(line) for line in f]
    return [r for r in items if r["text"] not in without]


def encode(items, tokenizer):
    # the encoder has 32 positions; the product, which decides the desk, stands in the first words
    enc = tokenizer([r["text"] for r in items], truncation=True, max_length=32)
    return [
        dict(input_ids=i, attention_mask=m, labels=r["desk_id"])
        for i, m, r in zip(enc["input_ids"], enc["attention_mask"], items)
    ]


def score(accelerator, model, loader):
    model.eval()
    hits = seen = 0
    for batch in loader:
        with torch.no_grad():
            pred = model(**batch).logits.argmax(dim=-1)
        pred, ref = accelerator.gather_for_metrics((pred, batch["labels"]))
        hits += (pred == ref).sum().item()
        seen += ref.numel()
    return hits / seen


def main():
    set_seed(42)
    shutil.rmtree(OUT, ignore_errors=True)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUM)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    train = read("train")
    seen_texts = {r["text"] for r in train}
    val = read("validation", seen_texts)
    test = read("test", seen_texts | {r["text"] for r in val})
    collate = DataCollatorWithPadding(tokenizer)
    train_dl = DataLoader(encode(train, tokenizer), batch_size=BATCH, shuffle=True, collate_fn=collate)
    val_dl = DataLoader(encode(val, tokenizer), batch_size=64, collate_fn=collate)
    test_dl = DataLoader(encode(test, tokenizer), batch_size=64, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    decay = [p for p in model.parameters() if p.ndim > 1]
    no_decay = [p for p in model.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.01}, {"params": no_decay, "weight_decay": 0.0}], lr=LR
    )
    # the prepared scheduler moves on only when the optimizer really steps
    updates = EPOCHS * math.ceil(len(train_dl) / ACCUM)
    scheduler = get_cosine_schedule_with_warmup(optimizer, updates // 10, updates)
    model, optimizer, scheduler, train_dl, val_dl, test_dl = accelerator.prepare(
        model, optimizer, scheduler, train_dl, val_dl, test_dl
    )

    best = -1.0
    for epoch in range(1, EPOCHS + 1):
        model.train()
        total = 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total += loss.item()
        acc = score(accelerator, model, val_dl)
        if acc > best:
            best = acc
            accelerator.save_state(str(OUT / "best"))
        accelerator.print(f"epoch {epoch:2d}  loss {total / len(train_dl):.4f}  val {acc:.3f}")

    accelerator.load_state(str(OUT / "best"))
    accelerator.print(f"best val {best:.3f}  test {score(accelerator, model, test_dl):.3f} on {len(test)} unseen tickets")


if __name__ == "__main__":
    main()
