"""python cc09.py [--epochs 3] : dates to code words with a small BART, best checkpoint kept on disk."""
import argparse
import json
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/dates")
    p.add_argument("--data", default="data/dates")
    p.add_argument("--out", default="out/cc09")
    p.add_argument("--epochs", type=int, default=3)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def read(path, skip=()):
    with open(path, encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["date"] not in skip]


def encode(rows, tokenizer):
    return [tokenizer(r["date"], text_target=r["code"]) for r in rows]


@torch.no_grad()
def mean_loss(model, loader):
    model.eval()
    total, tokens = 0.0, 0
    for batch in loader:
        n = (batch["labels"] != -100).sum().item()
        total += model(**batch).loss.item() * n
        tokens += n
    return total / tokens


def main():
    args = parse_args()
    torch.manual_seed(args.seed)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    best_path = out / "best.pt"

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.model)
    collator = DataCollatorForSeq2Seq(tokenizer, model=model)

    train_rows = read(f"{args.data}/train.jsonl")
    seen = {r["date"] for r in train_rows}
    val_rows = read(f"{args.data}/validation.jsonl", skip=seen)
    seen |= {r["date"] for r in val_rows}
    test_rows = read(f"{args.data}/test.jsonl", skip=seen)

    train_loader = DataLoader(encode(train_rows, tokenizer), args.batch_size, shuffle=True, collate_fn=collator)
    val_loader = DataLoader(encode(val_rows, tokenizer), args.batch_size, collate_fn=collator)
    test_loader = DataLoader(encode(test_rows, tokenizer), args.batch_size, collate_fn=collator)

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    best = float("inf")
    for epoch in range(args.epochs):
        model.train()
        for batch in train_loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
        val = mean_loss(model, val_loader)
        print(f"epoch {epoch}: val loss {val:.4f}")
        if val < best:
            best = val
            torch.save(
                {
                    "epoch": epoch,
                    "model": model.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "args": args,
                },
                best_path,
            )

    checkpoint = torch.load(best_path, map_location="cpu")
    model.load_state_dict(checkpoint["model"])
    print(f"best epoch {checkpoint['epoch']}: test loss {mean_loss(model, test_loader):.4f}")


if __name__ == "__main__":
    main()
