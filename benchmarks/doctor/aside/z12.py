import argparse
import json
import logging

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s", datefmt="%H:%M:%S")
log = logging.getLogger("desk")


class TicketSet(torch.utils.data.Dataset):
    def __init__(self, path, tokenizer, max_length):
        with open(path, encoding="utf-8") as f:
            rows = [json.loads(line) for line in f if line.strip()]
        self.enc = tokenizer([r["text"] for r in rows], truncation=True, max_length=max_length)
        self.y = [r["desk_id"] for r in rows]

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = self.y[i]
        return item


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tickets")
    p.add_argument("--data", default="data/tickets")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--max-length", type=int, default=32)
    return p.parse_args()


def evaluate(model, loader):
    model.eval()
    hits = 0
    with torch.inference_mode():
        for batch in loader:
            labels = batch.pop("labels")
            hits += (model(**batch).logits.argmax(-1) == labels).sum().item()
    return hits / len(loader.dataset)


def main():
    args = parse()
    torch.manual_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    n = tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})
    log.info("added %d token, vocabulary now %d", n, len(tokenizer))
    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=4)

    def collate(items):
        return tokenizer.pad(items, return_tensors="pt")

    train = TicketSet(f"{args.data}/train.jsonl", tokenizer, args.max_length)
    valid = TicketSet(f"{args.data}/validation.jsonl", tokenizer, args.max_length)
    train_loader = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(valid, batch_size=64, collate_fn=collate)

    opt = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        model.train()
        s = 0.0
        for batch in train_loader:
            loss = model(**batch).loss
            opt.zero_grad()
            loss.backward()
            opt.step()
            s += loss.item()
        log.info("epoch %d loss %.4f accuracy %.4f", epoch, s / len(train_loader), evaluate(model, valid_loader))


if __name__ == "__main__":
    main()
