import argparse

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/tickets")
    p.add_argument("--data_dir", default="data/tickets")
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--max_length", type=int, default=32)
    return p.parse_args()


def get_dataloaders(args, tokenizer):
    raw = load_dataset(
        "json",
        data_files={s: f"{args.data_dir}/{s}.jsonl" for s in ("train", "validation")},
    )

    def tokenize(batch):
        return tokenizer(batch["text"], truncation=True, padding="max_length", max_length=args.max_length)

    tokenized = raw.map(tokenize, batched=True, remove_columns=["text", "desk"])
    tokenized = tokenized.rename_column("desk_id", "labels")
    tokenized.set_format("torch")
    train_dl = DataLoader(tokenized["train"], shuffle=True, batch_size=args.batch_size)
    eval_dl = DataLoader(tokenized["validation"], batch_size=32)
    return train_dl, eval_dl


def evaluate(model, loader, accelerator):
    model.eval()
    right, total = 0, 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, refs = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        right += (preds == refs).sum().item()
        total += refs.numel()
    return right / total


def main():
    args = parse_args()
    set_seed(42)
    accelerator = Accelerator(cpu=True)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    train_dl, eval_dl = get_dataloaders(args, tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    model, optimizer, train_dl, eval_dl = accelerator.prepare(model, optimizer, train_dl, eval_dl)
    scheduler = get_scheduler(
        "linear", optimizer=optimizer, num_warmup_steps=10, num_training_steps=args.epochs * len(train_dl)
    )

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            running += loss.item()
        acc = evaluate(model, eval_dl, accelerator)
        accelerator.print(f"epoch {epoch}: train loss {running / len(train_dl):.4f}  val acc {acc:.4f}")


if __name__ == "__main__":
    main()
