#!/usr/bin/env python
"""Sentiment with a tiny BERT and Accelerate. The GLUE test labels are not published, so the
official validation file is our test set and a slice of train serves as the development set."""
import argparse

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
)


def parse_args():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--epochs", type=int, default=5)
    p.add_argument("--batch-size", type=int, default=16, help="rows per forward pass")
    p.add_argument("--accumulate", type=int, default=2)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


def evaluate(model, loader, accelerator):
    model.eval()
    hit = seen = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        pred, gold = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        hit += (pred == gold).sum().item()
        seen += gold.numel()
    return hit / seen


def main():
    a = parse_args()
    set_seed(a.seed)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=a.accumulate)

    base = "data/glue/sst2/"
    raw = load_dataset("parquet", data_files={
        "train": base + "train-00000-of-00001.parquet",
        "test": base + "validation-00000-of-00001.parquet",
    }, cache_dir="out/qe06/cache")
    test_sentences = set(raw["test"]["sentence"])
    pool = raw["train"].filter(lambda r: r["sentence"] not in test_sentences)
    pool = pool.class_encode_column("label") if not hasattr(pool.features["label"], "names") else pool
    parts = pool.train_test_split(test_size=0.15, seed=a.seed, stratify_by_column="label")

    tok = AutoTokenizer.from_pretrained(a.model)

    def prep(ds, shuffle):
        ds = ds.map(lambda b: tok(b["sentence"], truncation=True, max_length=64), batched=True)
        drop = [c for c in ds.column_names if c not in ("label", *tok.model_input_names)]
        ds = ds.remove_columns(drop)
        # the collator renames "label" to "labels"
        return DataLoader(ds, batch_size=a.batch_size if shuffle else 64, shuffle=shuffle,
                          collate_fn=DataCollatorWithPadding(tok))

    train_dl, dev_dl, test_dl = prep(parts["train"], True), prep(parts["test"], False), prep(raw["test"], False)

    model = AutoModelForSequenceClassification.from_pretrained(a.model, num_labels=2)
    no_decay = ("bias", "LayerNorm.weight")
    groups = [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)], "weight_decay": 0.01},
        {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=a.lr)
    updates = a.epochs * -(-len(train_dl) // a.accumulate)  # ceil: the last group may be short
    # stays out of prepare(), hence is stepped by hand once per real update
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)
    model, optimizer, train_dl, dev_dl, test_dl = accelerator.prepare(
        model, optimizer, train_dl, dev_dl, test_dl)

    best, state = -1.0, None
    for epoch in range(a.epochs):
        model.train()
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                if accelerator.sync_gradients:
                    scheduler.step()
                optimizer.zero_grad()
        acc = evaluate(model, dev_dl, accelerator)
        accelerator.print(f"epoch {epoch + 1}  dev accuracy {acc:.4f}  lr {scheduler.get_last_lr()[0]:.2e}")
        if acc > best:
            best = acc
            state = {k: v.detach().clone() for k, v in accelerator.unwrap_model(model).state_dict().items()}

    accelerator.unwrap_model(model).load_state_dict(state)
    accelerator.print(f"test accuracy {evaluate(model, test_dl, accelerator):.4f} (coin: 0.5)")


if __name__ == "__main__":
    main()
