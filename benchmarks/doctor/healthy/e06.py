"""Sentiment classification with Accelerate and gradient accumulation."""
import argparse
import logging

import evaluate
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

logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO, datefmt="%H:%M:%S")
log = logging.getLogger("sentiment")


def get_loaders(tokenizer, train_rows, batch_size):
    folder = "data/glue/sst2"
    ds = load_dataset(
        "parquet",
        data_files={
            "train": f"{folder}/train-00000-of-00001.parquet",
            "validation": f"{folder}/validation-00000-of-00001.parquet",
        },
    )
    ds["train"] = ds["train"].shuffle(seed=42).select(range(train_rows))
    ds = ds.map(
        lambda b: tokenizer(b["sentence"], truncation=True, max_length=40),
        batched=True,
        remove_columns=["sentence", "idx"],
    )
    ds = ds.rename_column("label", "labels")
    collate = DataCollatorWithPadding(tokenizer, return_tensors="pt")
    train = DataLoader(ds["train"], batch_size=batch_size, shuffle=True, collate_fn=collate)
    valid = DataLoader(ds["validation"], batch_size=64, collate_fn=collate)
    return train, valid


def evaluate_model(accelerator, model, loader):
    metric = evaluate.load("data/metrics/glue", "sst2")
    model.eval()
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, refs = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        metric.add_batch(predictions=preds, references=refs)
    return metric.compute()["accuracy"]


def main(args):
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accumulation)
    set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=2)
    train_loader, valid_loader = get_loaders(tokenizer, args.train_rows, args.batch_size)

    no_decay = ("bias", "LayerNorm.weight")
    groups = [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)], "weight_decay": 0.01},
        {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=args.lr)
    updates = args.epochs * len(train_loader) // args.accumulation
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)

    model, optimizer, train_loader, valid_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, valid_loader, scheduler
    )

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for step, batch in enumerate(train_loader):
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.detach().item()
        acc = evaluate_model(accelerator, model, valid_loader)
        log.info("epoch %d: train loss %.4f, accuracy %.3f", epoch + 1, running / len(train_loader), acc)

    print(f"final accuracy {acc:.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/distilbert")
    parser.add_argument("--train_rows", type=int, default=960)
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--accumulation", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--seed", type=int, default=0)
    main(parser.parse_args())
