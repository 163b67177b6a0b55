"""Sentiment with a tiny BERT and Accelerate: gradient accumulation, own loop.

GLUE's public test labels do not exist, so the validation file is our test set
and a slice of the training file takes the place of the validation set.
"""
import os

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CFG = dict(path="checkpoints/bert", folder="data/glue/sst2", epochs=6, micro=16, accumulate=2, lr=3e-4, seed=21)


def build_data(tokenizer):
    files = {
        "train": f"{CFG['folder']}/train-00000-of-00001.parquet",
        "test": f"{CFG['folder']}/validation-00000-of-00001.parquet",
    }
    raw = load_dataset("parquet", data_files=files, cache_dir="out/qf12/cache")
    held_out = set(raw["test"]["sentence"])
    labelled = raw["train"].filter(lambda r: r["sentence"] not in held_out)
    pieces = labelled.train_test_split(test_size=400, seed=CFG["seed"])

    def encode(batch):
        out = tokenizer(batch["sentence"], truncation=True, max_length=64)
        out["labels"] = batch["label"]
        return out

    def prepare(ds):
        return ds.map(encode, batched=True, remove_columns=ds.column_names)

    return prepare(pieces["train"]), prepare(pieces["test"]), prepare(raw["test"])


def no_decay_groups(model, decay=0.01):
    # biases and LayerNorm weights are the one-dimensional parameters
    return [
        {"params": [p for p in model.parameters() if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in model.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]


def accuracy(accelerator, model, loader):
    model.eval()
    hits = total = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        guess, truth = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        hits += (guess == truth).sum().item()
        total += truth.numel()
    return hits / total


def main():
    set_seed(CFG["seed"])
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=CFG["accumulate"])
    tokenizer = AutoTokenizer.from_pretrained(CFG["path"])
    train_ds, val_ds, test_ds = build_data(tokenizer)
    collate = DataCollatorWithPadding(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained(CFG["path"], num_labels=2)

    train_dl = DataLoader(train_ds, batch_size=CFG["micro"], shuffle=True, collate_fn=collate, drop_last=True)
    val_dl = DataLoader(val_ds, batch_size=64, collate_fn=collate)
    test_dl = DataLoader(test_ds, batch_size=64, collate_fn=collate)
    optimizer = torch.optim.AdamW(no_decay_groups(model), lr=CFG["lr"])
    # updates, not micro batches; Accelerate also updates at the end of each epoch, hence the ceiling
    updates = CFG["epochs"] * -(-len(train_dl) // CFG["accumulate"])
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)
    model, optimizer, train_dl, val_dl, test_dl = accelerator.prepare(model, optimizer, train_dl, val_dl, test_dl)

    best, best_state = 0.0, None
    for epoch in range(CFG["epochs"]):
        model.train()
        running = 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)  # divides by the accumulation steps
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                # the scheduler is not prepared, so it is stepped by hand, once per update
                if accelerator.sync_gradients:
                    scheduler.step()
                optimizer.zero_grad()
            running += loss.item()
        acc = accuracy(accelerator, model, val_dl)
        accelerator.print(f"epoch {epoch + 1}: loss {running / len(train_dl):.4f}, dev accuracy {acc:.4f}")
        if acc > best:
            best = acc
            best_state = {k: v.clone() for k, v in accelerator.get_state_dict(model).items()}

    accelerator.unwrap_model(model).load_state_dict(best_state)
    accelerator.print(f"held-out accuracy {accuracy(accelerator, model, test_dl):.4f} (classes are balanced: 0.5 by chance)")


if __name__ == "__main__":
    main()
