#!/usr/bin/env python
"""Support tickets -> desk with Accelerate and a plain loop (no Trainer)."""
import copy
import json
import math
from collections import Counter
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.metrics import accuracy_score, f1_score
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CKPT, DATA = "checkpoints/tickets", Path("data/tickets")
MAX_LEN = 32  # positions of the checkpoint; the product is named in the first sentence, long tails may go
EPOCHS, BATCH, ACCUM, LR = 15, 8, 2, 1e-3


def read(split):
    with open(DATA / f"{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def load_splits():
    train, val, test = (read(s) for s in ("train", "validation", "test"))
    test_texts = {r["text"] for r in test}
    val = [r for r in val if r["text"] not in test_texts]
    held_out = test_texts | {r["text"] for r in val}
    train = [r for r in train if r["text"] not in held_out]
    return train, val, test


def encode(rows, tokenizer):
    enc = tokenizer([r["text"] for r in rows], truncation=True, max_length=MAX_LEN)
    return [
        {"input_ids": ids, "attention_mask": mask, "labels": r["desk_id"]}
        for ids, mask, r in zip(enc["input_ids"], enc["attention_mask"], rows)
    ]


def evaluate(accelerator, model, loader):
    model.eval()
    predictions, references = [], []
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        pred, ref = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        predictions += pred.tolist()
        references += ref.tolist()
    return {
        "accuracy": accuracy_score(references, predictions),
        "macro_f1": f1_score(references, predictions, average="macro"),
    }


def main():
    set_seed(17)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUM)
    train, val, test = load_splits()
    names = {r["desk_id"]: r["desk"] for r in train}
    accelerator.print(f"{len(train)} / {len(val)} / {len(test)} rows, no text in two of them")

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(names), id2label=names, label2id={v: k for k, v in names.items()}
    )
    collate = DataCollatorWithPadding(tokenizer)
    train_loader = DataLoader(encode(train, tokenizer), batch_size=BATCH, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(encode(val, tokenizer), batch_size=64, collate_fn=collate)
    test_loader = DataLoader(encode(test, tokenizer), batch_size=64, collate_fn=collate)

    adamw = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    model, optimizer, train_loader, val_loader, test_loader = accelerator.prepare(
        model, adamw, train_loader, val_loader, test_loader
    )
    # counted after prepare; the prepared schedule moves only when the optimizer does
    total = EPOCHS * math.ceil(len(train_loader) / ACCUM)
    scheduler = accelerator.prepare(
        get_linear_schedule_with_warmup(
            adamw,
            num_warmup_steps=int(0.1 * total) * accelerator.num_processes,
            num_training_steps=total * accelerator.num_processes,
        )
    )

    best_f1, best_state = -1.0, None
    for epoch in range(EPOCHS):
        model.train()
        loss_sum, rows = 0.0, 0
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            loss_sum += loss.item() * len(batch["labels"])
            rows += len(batch["labels"])
        scores = evaluate(accelerator, model, val_loader)
        accelerator.print(f"epoch {epoch + 1}: loss {loss_sum / rows:.3f}", scores)
        if scores["macro_f1"] > best_f1:
            best_f1 = scores["macro_f1"]
            best_state = copy.deepcopy(accelerator.unwrap_model(model).state_dict())

    accelerator.unwrap_model(model).load_state_dict(best_state)
    frequent = Counter(r["desk_id"] for r in train).most_common(1)[0][0]
    accelerator.print("test:", evaluate(accelerator, model, test_loader))
    accelerator.print("always the most frequent desk:", sum(r["desk_id"] == frequent for r in test) / len(test))


if __name__ == "__main__":
    main()
