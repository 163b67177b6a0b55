import argparse

import pandas as pd
import torch
from sklearn.metrics import accuracy_score
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup, set_seed


def load_split(path):
    df = pd.read_json(path, lines=True)
    df = df[["text", "desk"]].dropna()
    df["label"], names = pd.factorize(df["desk"])
    print(path, len(df), "rows,", len(names), "classes")
    return df


def make_loader(df, tokenizer, batch_size, shuffle):
    def collate(rows):
        texts, labels = zip(*rows)
        batch = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
        batch["labels"] = torch.tensor(labels)
        return batch

    rows = list(zip(df["text"].tolist(), df["label"].tolist()))
    return DataLoader(rows, batch_size=batch_size, shuffle=shuffle, collate_fn=collate)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    predictions, references, losses = [], [], []
    for batch in loader:
        out = model(**batch)
        losses.append(out.loss.item())
        predictions.extend(out.logits.argmax(-1).tolist())
        references.extend(batch["labels"].tolist())
    return sum(losses) / len(losses), accuracy_score(references, predictions)


def main(args):
    set_seed(args.seed)
    train_df = load_split("data/tickets/train.jsonl")
    valid_df = load_split("data/tickets/validation.jsonl")

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=train_df["label"].nunique())

    train_loader = make_loader(train_df, tokenizer, args.batch_size, shuffle=True)
    valid_loader = make_loader(valid_df, tokenizer, args.batch_size, shuffle=False)

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    steps = args.epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * steps), steps)

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for batch in train_loader:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total += loss.item()
        val_loss, val_acc = evaluate(model, valid_loader)
        print(f"epoch {epoch + 1}/{args.epochs} train_loss={total / len(train_loader):.4f} "
              f"val_loss={val_loss:.4f} val_acc={val_acc:.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/tickets")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=0)
    main(parser.parse_args())
