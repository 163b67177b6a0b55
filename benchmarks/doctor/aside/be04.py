import argparse
import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/tickets")
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--epochs", type=int, default=5)
    p.add_argument("--batch_size", type=int, default=8)
    p.add_argument("--warmup_steps", type=int, default=100)
    p.add_argument("--seed", type=int, default=13)
    args = p.parse_args()
    torch.manual_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)

    def collate(rows):
        batch = tokenizer([r["text"] for r in rows], truncation=True, max_length=32, padding=True, return_tensors="pt")
        batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
        return batch

    train_dl = DataLoader(read("data/tickets/train.jsonl"), batch_size=args.batch_size, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(read("data/tickets/validation.jsonl"), batch_size=32, collate_fn=collate)

    no_decay = ["bias", "LayerNorm.weight", "layer_norm.weight"]
    groups = [
        {"params": [q for n, q in model.named_parameters() if not any(k in n for k in no_decay)], "weight_decay": 0.01},
        {"params": [q for n, q in model.named_parameters() if any(k in n for k in no_decay)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=args.lr)
    t_total = len(train_dl) * args.epochs
    scheduler = get_linear_schedule_with_warmup(
        optimizer, num_warmup_steps=args.warmup_steps, num_training_steps=t_total
    )

    for epoch in range(args.epochs):
        model.train()
        tr_loss = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            tr_loss += loss.item()
        scheduler.step()

        model.eval()
        good = total = 0
        with torch.no_grad():
            for batch in valid_dl:
                pred = model(**batch).logits.argmax(-1)
                good += (pred == batch["labels"]).sum().item()
                total += len(pred)
        print(f"epoch {epoch}: train loss {tr_loss / len(train_dl):.4f}, valid acc {good / total:.4f}")


if __name__ == "__main__":
    main()
