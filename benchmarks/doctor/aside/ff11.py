"""Linear probe: how far do the pretrained features of checkpoints/tickets go by themselves?

The encoder stays as it is, only pre_classifier and classifier learn, with a learning rate
that is fine for a freshly initialised head.
"""
import argparse
import json
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/tickets")
    p.add_argument("--data", type=Path, default=Path("data/tickets"))
    p.add_argument("--lr", type=float, default=2e-2)
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--out", type=Path, default=Path("out/ff11"))
    return p.parse_args()


def jsonl(path):
    return [json.loads(x) for x in path.read_text().splitlines()]


def main():
    args = parse_args()
    set_seed(13)
    torch.set_num_threads(2)

    tok = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)

    # probe: leave the encoder alone
    model.distilbert.requires_grad = False

    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

    valid = jsonl(args.data / "validation.jsonl")
    seen = {r["text"] for r in valid}
    train = [r for r in jsonl(args.data / "train.jsonl") if r["text"] not in seen]

    def collate(rows):
        enc = tok([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
        return enc, torch.tensor([r["desk_id"] for r in rows])

    train_dl = DataLoader(train, batch_size=args.batch, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(valid, batch_size=args.batch, collate_fn=collate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.epochs * len(train_dl))
    loss_fn = torch.nn.CrossEntropyLoss()

    for epoch in range(args.epochs):
        model.train()
        loss_sum = 0.0
        for enc, y in train_dl:
            loss = loss_fn(model(**enc).logits, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            loss_sum += loss.item() * len(y)

        model.eval()
        hits = 0
        with torch.inference_mode():
            for enc, y in valid_dl:
                hits += (model(**enc).logits.argmax(1) == y).sum().item()
        acc = hits / len(valid)
        print(f"[{epoch + 1}/{args.epochs}] loss {loss_sum / len(train):.4f}  valid acc {acc:.4f}")

    print(f"probe accuracy: {acc:.4f}")
    model.save_pretrained(args.out)
    tok.save_pretrained(args.out)


if __name__ == "__main__":
    main()
