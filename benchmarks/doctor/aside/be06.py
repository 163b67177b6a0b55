"""Fine-tune a token classifier with gradient accumulation (plain PyTorch)."""
import argparse
import json

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification


class TagDataset(Dataset):
    def __init__(self, path, tokenizer):
        self.rows = []
        for line in open(path):
            row = json.loads(line)
            enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
            labels, last = [], None
            for w in enc.word_ids():
                labels.append(-100 if w is None or w == last else row["tags"][w])
                last = w
            self.rows.append(
                {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}
            )

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def evaluate(model, loader):
    """Share of the name words (tag 1, 2, 3) that got their tag."""
    model.eval()
    good = total = 0
    with torch.no_grad():
        for batch in loader:
            pred = model(**batch).logits.argmax(-1)
            names = batch["labels"] > 0
            good += (pred[names] == batch["labels"][names]).sum().item()
            total += names.sum().item()
    return good / total


def train(args):
    torch.manual_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForTokenClassification.from_pretrained(args.model, num_labels=4)
    collator = DataCollatorForTokenClassification(tokenizer)
    train_loader = DataLoader(
        TagDataset("data/tags/train.jsonl", tokenizer), batch_size=args.batch_size, shuffle=True, collate_fn=collator
    )
    valid_loader = DataLoader(TagDataset("data/tags/validation.jsonl", tokenizer), batch_size=32, collate_fn=collator)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        epoch_loss = 0.0
        for step, batch in enumerate(train_loader):
            loss = model(**batch).loss
            epoch_loss += loss.item()
            loss = loss / args.accumulation_steps
            loss.backward()
            if (step + 1) % args.accumulation_steps == 0:
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.zero_grad()
                optimizer.step()
        print(f"[{epoch + 1}] loss={epoch_loss / len(train_loader):.4f} names={evaluate(model, valid_loader):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/tags")
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--accumulation_steps", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=3)
    train(parser.parse_args())
