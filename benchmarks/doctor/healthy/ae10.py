import argparse
import json
import os
import shutil

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler


def get_args(argv=None):
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tickets")
    p.add_argument("--out", default="out/ae10")
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--stop-after", type=int, default=3, help="pretend the job is killed after so many epochs")
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch-size", type=int, default=16)
    return p.parse_args(argv)


class Trainer:
    def __init__(self, args):
        self.args = args
        torch.manual_seed(0)
        self.tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
        self.model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=4)
        self.train_dl = self.loader("train", True)
        self.val_dl = self.loader("validation", False)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=args.lr)
        self.scheduler = get_scheduler(
            "linear", self.optimizer, num_warmup_steps=0, num_training_steps=args.epochs * len(self.train_dl)
        )
        self.epoch = 0
        self.path = os.path.join(args.out, "last.pt")

    def loader(self, split, shuffle):
        with open(f"data/tickets/{split}.jsonl") as f:
            rows = [json.loads(l) for l in f]
        return DataLoader(rows, batch_size=self.args.batch_size, shuffle=shuffle, collate_fn=self.collate)

    def collate(self, rows):
        enc = self.tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
        return {
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": torch.tensor([r["desk_id"] for r in rows]),
        }

    def save(self):
        os.makedirs(self.args.out, exist_ok=True)
        torch.save(
            {
                "epoch": self.epoch,
                "model": self.model.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "scheduler": self.scheduler.state_dict(),
                "args": vars(self.args),
            },
            self.path,
        )

    def resume(self):
        state = torch.load(self.path, map_location="cpu")
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.epoch = state["epoch"]
        print("resumed after epoch", self.epoch, "lr", self.scheduler.get_last_lr())

    def accuracy(self):
        self.model.eval()
        ok = n = 0
        with torch.no_grad():
            for batch in self.val_dl:
                labels = batch.pop("labels")
                ok += (self.model(**batch).logits.argmax(-1) == labels).sum().item()
                n += len(labels)
        return ok / n

    def fit(self, until):
        while self.epoch < until:
            self.model.train()
            total = 0.0
            for batch in self.train_dl:
                loss = self.model(**batch).loss
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                self.scheduler.step()
                total += loss.item()
            self.epoch += 1
            self.save()
            print(f"epoch {self.epoch}: loss {total / len(self.train_dl):.4f} accuracy {self.accuracy():.3f}")


if __name__ == "__main__":
    args = get_args()
    shutil.rmtree(args.out, ignore_errors=True)
    Trainer(args).fit(args.stop_after)
    second = Trainer(args)
    second.resume()
    second.fit(args.epochs)
