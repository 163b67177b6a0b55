"""Sentiment classifier (SST-2) with my own Dataset class and training loop."""
import argparse
import random

import numpy as np
import torch
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader, Dataset
from transformers import BertForSequenceClassification, BertTokenizer


class ReviewDataset(Dataset):
    def __init__(self, sentences, labels, tokenizer, max_len):
        self.sentences = sentences
        self.labels = labels
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.sentences)

    def __getitem__(self, idx):
        enc = self.tokenizer(
            self.sentences[idx],
            padding="max_length",
            truncation=True,
            max_length=self.max_len,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": torch.tensor(self.labels[idx], dtype=torch.long),
        }


def evaluate(model, loader, device):
    model.eval()
    hits, total = 0, 0
    with torch.no_grad():
        for batch in loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            preds = model(**batch).logits.argmax(dim=-1)
            hits += (preds == batch["labels"]).sum().item()
            total += len(preds)
    return hits / total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/bert")
    parser.add_argument("--max_len", type=int, default=24)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()

    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    sst = load_dataset("data/glue", "sst2")
    tokenizer = BertTokenizer.from_pretrained(args.model)
    train = ReviewDataset(list(sst["train"]["sentence"]), list(sst["train"]["label"]), tokenizer, args.max_len)
    valid = ReviewDataset(list(sst["validation"]["sentence"]), list(sst["validation"]["label"]), tokenizer, args.max_len)
    train_loader = DataLoader(train, batch_size=args.batch_size, shuffle=True)
    valid_loader = DataLoader(valid, batch_size=64)
    print(len(train), "training sentences,", len(valid), "validation sentences")

    model = BertForSequenceClassification.from_pretrained(args.model, num_labels=2).to(device)
    optimizer = AdamW(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for batch in train_loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            running += loss.item()
        acc = evaluate(model, valid_loader, device)
        print(f"epoch {epoch + 1}: loss {running / len(train_loader):.4f}  val acc {acc:.4f}")


if __name__ == "__main__":
    main()
