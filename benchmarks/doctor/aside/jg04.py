import argparse

import pandas as pd
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


def parse():
    p = argparse.ArgumentParser(description="review sentences, positive or negative")
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--data", default="data/glue/sst2")
    p.add_argument("--epochs", type=int, default=3)
    p.add_argument("--micro_batch", type=int, default=8)
    p.add_argument("--accumulate", type=int, default=8)
    p.add_argument("--lr", type=float, default=5e-4)
    p.add_argument("--warmup", type=float, default=0.1)
    p.add_argument("--seed", type=int, default=5)
    return p.parse_args()


def make_loader(tokenizer, path, batch_size, shuffle):
    frame = pd.read_parquet(path)
    items = []
    for text, label in zip(frame["sentence"], frame["label"]):
        enc = tokenizer(text, truncation=True, max_length=64)
        items.append({"input_ids": enc["input_ids"],
                      "attention_mask": enc["attention_mask"],
                      "labels": int(label)})
    return DataLoader(items, batch_size=batch_size, shuffle=shuffle,
                      collate_fn=DataCollatorWithPadding(tokenizer))


def evaluate(accelerator, model, loader):
    model.eval()
    hits = seen = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        pred, gold = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        hits += (pred == gold).sum().item()
        seen += len(gold)
    return hits / seen


def main():
    args = parse()
    set_seed(args.seed)
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulate)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)
    train_dl = make_loader(tokenizer, f"{args.data}/train-00000-of-00001.parquet", args.micro_batch, True)
    valid_dl = make_loader(tokenizer, f"{args.data}/validation-00000-of-00001.parquet", 64, False)

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    total = len(train_dl) * args.epochs
    scheduler = get_linear_schedule_with_warmup(optimizer, int(args.warmup * total), total)
    model, optimizer, train_dl, valid_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, valid_dl, scheduler)

    for epoch in range(1, args.epochs + 1):
        model.train()
        running = 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.item()
        acc = evaluate(accelerator, model, valid_dl)
        accelerator.print(f"epoch {epoch}: loss {running / len(train_dl):.4f} "
                          f"accuracy {acc:.4f} lr {scheduler.get_last_lr()[0]:.2e}")


if __name__ == "__main__":
    main()
