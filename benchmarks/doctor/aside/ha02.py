import argparse
import random

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup


def parse():
    p = argparse.ArgumentParser(description="sentiment of reviews")
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--warmup", type=float, default=0.1)
    p.add_argument("--rows", type=int, default=1600)
    p.add_argument("--seed", type=int, default=3)
    return p.parse_args()


class Sentiment:
    def __init__(self, opt):
        self.opt = opt
        self.tok = AutoTokenizer.from_pretrained(opt.checkpoint)
        self.model = AutoModelForSequenceClassification.from_pretrained(opt.checkpoint, num_labels=2)

        train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
        valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
        train = train.sample(opt.rows, random_state=opt.seed)
        valid = valid[~valid.sentence.isin(train.sentence)]

        self.train_loader = self.loader(train, shuffle=True)
        self.valid_loader = self.loader(valid, shuffle=False)

        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=opt.lr, weight_decay=0.01)
        total = len(self.train_loader)
        self.scheduler = get_linear_schedule_with_warmup(
            self.optimizer, num_warmup_steps=int(opt.warmup * total), num_training_steps=total
        )

    def loader(self, frame, shuffle):
        rows = list(zip(frame.sentence.tolist(), frame.label.tolist()))
        return DataLoader(rows, batch_size=self.opt.batch_size, shuffle=shuffle, collate_fn=self.collate)

    def collate(self, rows):
        texts, labels = zip(*rows)
        batch = self.tok(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt")
        batch["labels"] = torch.tensor(labels)
        return batch

    def train_epoch(self):
        self.model.train()
        total, n = 0.0, 0
        for batch in self.train_loader:
            self.optimizer.zero_grad()
            loss = self.model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            self.scheduler.step()
            total += loss.item() * len(batch["labels"])
            n += len(batch["labels"])
        return total / n

    @torch.no_grad()
    def accuracy(self):
        self.model.eval()
        hits = n = 0
        for batch in self.valid_loader:
            labels = batch.pop("labels")
            hits += (self.model(**batch).logits.argmax(-1) == labels).sum().item()
            n += len(labels)
        return hits / n


if __name__ == "__main__":
    opt = parse()
    random.seed(opt.seed)
    torch.manual_seed(opt.seed)
    run = Sentiment(opt)
    for epoch in range(1, opt.epochs + 1):
        loss = run.train_epoch()
        print(f"epoch {epoch}: loss {loss:.4f}  accuracy {run.accuracy():.4f}")
