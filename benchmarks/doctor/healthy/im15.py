"""Early stopping by hand in a small training class; the best weights are copied, put back and saved."""
import copy
import json
import logging
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.optim import AdamW
from torch.optim.lr_scheduler import ReduceLROnPlateau
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("im15")


@dataclass
class Config:
    checkpoint: str = "checkpoints/tickets"
    data: Path = Path("data/tickets")
    out: Path = Path("out/im15/best")
    batch_size: int = 16
    lr: float = 1e-3
    max_epochs: int = 40
    patience: int = 8
    min_delta: float = 1e-4
    seed: int = 13


class EarlyStopper:
    def __init__(self, patience, min_delta):
        self.patience, self.min_delta = patience, min_delta
        self.best, self.bad, self.state, self.epoch = float("inf"), 0, None, None

    def update(self, value, model, epoch):
        if value < self.best - self.min_delta:
            self.best, self.bad, self.epoch = value, 0, epoch
            self.state = copy.deepcopy(model.state_dict())
        else:
            self.bad += 1
        return self.bad >= self.patience


class Run:
    def __init__(self, cfg):
        self.cfg = cfg
        set_seed(cfg.seed)
        self.tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
        self.model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=4)
        splits = {s: self.read(s) for s in ("train", "validation", "test")}
        later = {r["text"] for r in splits["test"]}
        splits["validation"] = [r for r in splits["validation"] if r["text"] not in later]
        later |= {r["text"] for r in splits["validation"]}
        splits["train"] = [r for r in splits["train"] if r["text"] not in later]
        self.loaders = {
            s: DataLoader(rows, batch_size=cfg.batch_size, shuffle=s == "train", collate_fn=self.collate)
            for s, rows in splits.items()
        }
        self.optimizer = AdamW(self.model.parameters(), lr=cfg.lr, weight_decay=0.01)
        self.scheduler = ReduceLROnPlateau(self.optimizer, mode="min", factor=0.5, patience=3)

    def read(self, split):
        return [json.loads(s) for s in (self.cfg.data / f"{split}.jsonl").read_text().splitlines()]

    def collate(self, rows):
        enc = self.tokenizer([r["text"] for r in rows], padding="longest", truncation=True, return_tensors="pt")
        return {**enc, "labels": torch.tensor([r["desk_id"] for r in rows])}

    def train_epoch(self):
        self.model.train()
        for batch in self.loaders["train"]:
            loss = self.model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            self.optimizer.zero_grad()

    @torch.inference_mode()
    def evaluate(self, split):
        self.model.eval()
        loss = right = n = 0
        for batch in self.loaders[split]:
            out = self.model(**batch)
            k = len(batch["labels"])
            loss += out.loss.item() * k
            right += (out.logits.argmax(-1) == batch["labels"]).sum().item()
            n += k
        return loss / n, right / n

    def fit(self):
        stopper = EarlyStopper(self.cfg.patience, self.cfg.min_delta)
        for epoch in range(1, self.cfg.max_epochs + 1):
            self.train_epoch()
            loss, acc = self.evaluate("validation")
            self.scheduler.step(loss)
            log.info("epoch %2d  val loss %.4f  val accuracy %.3f  lr %.1e", epoch, loss, acc,
                     self.optimizer.param_groups[0]["lr"])
            if stopper.update(loss, self.model, epoch):
                log.info("no better for %d epochs", self.cfg.patience)
                break
        self.model.load_state_dict(stopper.state)
        log.info("back to epoch %d", stopper.epoch)


if __name__ == "__main__":
    run = Run(Config())
    run.fit()
    log.info("test loss %.4f, accuracy %.3f", *run.evaluate("test"))
    run.model.save_pretrained(run.cfg.out)
    run.tokenizer.save_pretrained(run.cfg.out)
