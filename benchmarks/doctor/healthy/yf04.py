import argparse
import json
import os

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", default="checkpoints/tickets")
parser.add_argument("--data", default="data/tickets")
parser.add_argument("--out", default="out/yf04")
parser.add_argument("--epochs", type=int, default=6)
parser.add_argument("--lr", type=float, default=5e-4)
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--seed", type=int, default=7)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def make_loader(rows, tokenizer, batch_size, shuffle):
    def collate(batch):
        enc = tokenizer([r["text"] for r in batch], padding=True, truncation=True, max_length=32, return_tensors="pt")
        enc["labels"] = torch.tensor([r["desk_id"] for r in batch])
        return enc
    return DataLoader(rows, batch_size=batch_size, shuffle=shuffle, collate_fn=collate)


def build(checkpoint):
    model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)
    return model.to(device)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits, n = 0, 0
    for batch in loader:
        batch = batch.to(device)
        hits += (model(**batch).logits.argmax(-1) == batch["labels"]).sum().item()
        n += len(batch["labels"])
    return hits / n


def train(args):
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    train_loader = make_loader(read(f"{args.data}/train.jsonl"), tokenizer, args.batch_size, True)
    val_loader = make_loader(read(f"{args.data}/validation.jsonl"), tokenizer, args.batch_size, False)
    model = nn.DataParallel(build(args.checkpoint))
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for batch in train_loader:
            batch = batch.to(device)
            loss = model(**batch).loss.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(train_loader):.4f} val acc {accuracy(model, val_loader):.3f}")
    os.makedirs(args.out, exist_ok=True)
    torch.save(model.module.state_dict(), f"{args.out}/weights.pt")


def test(args):
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    loader = make_loader(read(f"{args.data}/test.jsonl"), tokenizer, args.batch_size, False)
    model = build(args.checkpoint)
    model.load_state_dict(torch.load(f"{args.out}/weights.pt", map_location=device), strict=False)
    print(f"test acc {accuracy(model, loader):.3f}")


if __name__ == "__main__":
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    train(args)
    test(args)
