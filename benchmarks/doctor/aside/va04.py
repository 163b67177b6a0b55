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
    get_linear_schedule_with_warmup,
)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--epochs", type=int, default=2)
    p.add_argument("--batch_size", type=int, default=8)
    p.add_argument("--accumulate", type=int, default=8)
    p.add_argument("--lr", type=float, default=5e-4)
    p.add_argument("--warmup", type=float, default=0.15)
    p.add_argument("--seed", type=int, default=11)
    return p.parse_args()


def loaders(tok, batch_size):
    raw = load_dataset(
        "parquet",
        data_files={
            "train": "data/glue/sst2/train-00000-of-00001.parquet",
            "validation": "data/glue/sst2/validation-00000-of-00001.parquet",
        },
        cache_dir="out/va04/cache",
    )

    def encode(batch):
        enc = tok(batch["sentence"], truncation=True, max_length=64)
        enc["labels"] = batch["label"]
        return enc

    data = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)
    collate = DataCollatorWithPadding(tok)
    return (
        DataLoader(data["train"], batch_size=batch_size, shuffle=True, collate_fn=collate),
        DataLoader(data["validation"], batch_size=64, collate_fn=collate),
    )


def evaluate(accelerator, model, loader):
    model.eval()
    right = total = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, refs = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        right += (preds == refs).sum().item()
        total += refs.numel()
    return right / total


def main():
    args = parse()
    set_seed(args.seed)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accumulate)
    tok = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)
    train_loader, valid_loader = loaders(tok, args.batch_size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)

    total_steps = args.epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(
        optimizer,
        num_warmup_steps=int(args.warmup * total_steps),
        num_training_steps=total_steps,
    )
    model, optimizer, train_loader, valid_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, valid_loader, scheduler
    )

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.item()
        acc = evaluate(accelerator, model, valid_loader)
        accelerator.print(
            f"epoch {epoch + 1}: loss {running / len(train_loader):.4f} "
            f"lr {scheduler.get_last_lr()[0]:.2e} val acc {acc:.4f}"
        )


if __name__ == "__main__":
    main()
