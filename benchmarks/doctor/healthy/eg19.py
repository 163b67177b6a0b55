"""Sentiment with Accelerate: gradient accumulation, clipping, gathered predictions."""
import argparse
import math

import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--accumulate", type=int, default=4)
    p.add_argument("--lr", type=float, default=5e-4)
    p.add_argument("--out", default="out/eg19")
    return p.parse_args()


def read(split):
    frame = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    return list(zip(frame["sentence"].tolist(), frame["label"].tolist()))


def main():
    args = get_args()
    set_seed(33)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accumulate)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)

    def collate(rows):
        sentences, labels = zip(*rows)
        batch = tokenizer(list(sentences), padding=True, truncation=True, max_length=64, return_tensors="pt")
        batch["labels"] = torch.tensor(labels)
        return batch

    train_dl = DataLoader(read("train"), batch_size=args.batch, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(read("validation"), batch_size=64, collate_fn=collate)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    model, optimizer, train_dl, valid_dl = accelerator.prepare(model, optimizer, train_dl, valid_dl)

    updates = math.ceil(len(train_dl) / args.accumulate) * args.epochs
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
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
            running += loss.item()

        model.eval()
        right = total = 0
        for batch in valid_dl:
            with torch.no_grad():
                logits = model(**batch).logits
            pred, gold = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
            right += (pred == gold).sum().item()
            total += len(gold)
        accelerator.print(
            f"epoch {epoch + 1}: loss {running / len(train_dl):.4f}, accuracy {right / total:.4f}, "
            f"lr {scheduler.get_last_lr()[0]:.2e}"
        )

    accelerator.wait_for_everyone()
    accelerator.unwrap_model(model).save_pretrained(args.out, save_function=accelerator.save)
    if accelerator.is_main_process:
        tokenizer.save_pretrained(args.out)


if __name__ == "__main__":
    main()
