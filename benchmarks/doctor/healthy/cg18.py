"""What does it cost?  Regression on data/prices with a small DistilBERT and accelerate."""
import argparse
import copy
import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_cosine_schedule_with_warmup,
)


def load_splits():
    data = load_dataset(
        "json",
        data_files={s: f"data/prices/{s}.jsonl" for s in ("train", "validation", "test")},
    )
    # some adverts come twice: judge only on texts that are nowhere in an earlier split
    seen = set(data["train"]["text"])
    for split in ("validation", "test"):
        data[split] = data[split].filter(lambda row: row["text"] not in seen, load_from_cache_file=False)
        seen |= set(data[split]["text"])
    return data


def mean_abs_error(model, loader, accelerator, scale):
    model.eval()
    errors = []
    for batch in loader:
        with torch.no_grad():
            pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        pred, true = accelerator.gather_for_metrics((pred.squeeze(-1), batch["labels"]))
        errors.append((pred - true).abs().cpu())
    return torch.cat(errors).mean().item() * scale


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--checkpoint", default="checkpoints/prices")
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--out", default="out/cg18")
    a = ap.parse_args()

    set_seed(8)
    accelerator = Accelerator()
    data = load_splits()

    prices = np.array(data["train"]["price"], dtype=np.float64)
    mean, std = prices.mean(), prices.std()
    tokenizer = AutoTokenizer.from_pretrained(a.checkpoint)

    def encode(rows):
        enc = tokenizer(rows["text"], truncation=True)
        enc["labels"] = [(p - mean) / std for p in rows["price"]]
        return enc

    data = data.map(encode, batched=True, remove_columns=["text", "price"])
    collate = DataCollatorWithPadding(tokenizer)
    train_loader = DataLoader(data["train"], batch_size=a.batch, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(data["validation"], batch_size=64, collate_fn=collate)
    test_loader = DataLoader(data["test"], batch_size=64, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(
        a.checkpoint, num_labels=1, problem_type="regression"
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=a.lr, weight_decay=0.01)
    model, optimizer, train_loader, val_loader, test_loader = accelerator.prepare(
        model, optimizer, train_loader, val_loader, test_loader
    )
    total = a.epochs * len(train_loader)
    scheduler = get_cosine_schedule_with_warmup(optimizer, total // 10, total)

    best, best_state = float("inf"), None
    for epoch in range(a.epochs):
        model.train()
        for batch in train_loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        mae = mean_abs_error(model, val_loader, accelerator, std)
        accelerator.print(f"epoch {epoch + 1:2d}: validation MAE {mae:.0f}")
        if mae < best:
            best = mae
            best_state = copy.deepcopy(accelerator.unwrap_model(model).state_dict())

    plain = accelerator.unwrap_model(model)
    plain.load_state_dict(best_state)
    accelerator.print(f"test MAE {mean_abs_error(model, test_loader, accelerator, std):.0f}")
    if accelerator.is_main_process:
        plain.save_pretrained(a.out)
        tokenizer.save_pretrained(a.out)


if __name__ == "__main__":
    main()
