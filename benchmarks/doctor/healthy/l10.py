"""Name tagging (token classification) with Accelerate: gradient accumulation, save_state, and going on from it."""
from __future__ import annotations

import json
import math
import shutil
from dataclasses import dataclass
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import ProjectConfiguration, set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_scheduler,
)


@dataclass
class Args:
    checkpoint: str = "checkpoints/tags"
    data: Path = Path("data/tags")
    out: Path = Path("outputs/l10")
    epochs: int = 10
    interrupt_after: int = 4
    batch_size: int = 8
    accumulate: int = 2
    lr: float = 1e-3
    warmup: float = 0.1
    seed: int = 13


@dataclass
class Progress:
    """Goes into the checkpoint with the rest."""

    epoch: int = 0
    best: float = -1.0

    def state_dict(self):
        return {"epoch": self.epoch, "best": self.best}

    def load_state_dict(self, state):
        self.epoch, self.best = state["epoch"], state["best"]


def read_splits(args: Args) -> dict[str, list[dict]]:
    taken: set[tuple] = set()
    splits = {}
    for name in ("test", "validation", "train"):
        with open(args.data / f"{name}.jsonl", encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
        splits[name] = [r for r in rows if tuple(r["words"]) not in taken]
        taken |= {tuple(r["words"]) for r in rows}
    return splits


def encode(rows, tokenizer):
    """The first piece of a word carries its tag; the other pieces and the special tokens are ignored."""
    features = []
    for row in rows:
        enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
        labels, previous = [], None
        for word in enc.word_ids():
            labels.append(row["tags"][word] if word is not None and word != previous else -100)
            previous = word
        features.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels})
    return features


class Session:
    def __init__(self, args: Args, splits):
        set_seed(args.seed)
        self.args = args
        self.accelerator = Accelerator(
            cpu=True,
            gradient_accumulation_steps=args.accumulate,
            project_config=ProjectConfiguration(project_dir=str(args.out)),
        )
        tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
        collate = DataCollatorForTokenClassification(tokenizer)
        load = lambda name, size, **kw: DataLoader(encode(splits[name], tokenizer), size, collate_fn=collate, **kw)
        train = load("train", args.batch_size, shuffle=True)
        model = AutoModelForTokenClassification.from_pretrained(args.checkpoint, num_labels=4)
        optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
        updates = args.epochs * math.ceil(len(train) / args.accumulate)  # one process
        scheduler = get_scheduler("linear", optimizer, int(args.warmup * updates), updates)
        self.model, self.optimizer, self.scheduler, self.train_dl, self.val_dl, self.test_dl = self.accelerator.prepare(
            model, optimizer, scheduler, train, load("validation", 40), load("test", 40)
        )
        self.progress = Progress()
        self.accelerator.register_for_checkpointing(self.progress)

    def train_epoch(self) -> float:
        self.model.train()
        total, tokens = 0.0, 0
        for batch in self.train_dl:
            with self.accelerator.accumulate(self.model):
                loss = self.model(**batch).loss
                self.accelerator.backward(loss)
                if self.accelerator.sync_gradients:
                    self.accelerator.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                self.scheduler.step()
                self.optimizer.zero_grad()
            n = (batch["labels"] != -100).sum().item()
            total, tokens = total + loss.item() * n, tokens + n
        return total / tokens

    @torch.no_grad()
    def evaluate(self, loader) -> dict[str, float]:
        """Loss per word and micro-F1 over the three kinds of names (kind 0, no name, does not count as a hit)."""
        self.model.eval()
        loss = words = hit = guessed = real = 0
        for batch in loader:
            out = self.model(**batch)
            guess, gold = self.accelerator.gather_for_metrics((out.logits.argmax(-1), batch["labels"]))
            valid = gold != -100
            loss += out.loss.item() * int(valid.sum())
            words += int(valid.sum())
            hit += int(((guess == gold) & (gold > 0) & valid).sum())
            guessed += int(((guess > 0) & valid).sum())
            real += int(((gold > 0) & valid).sum())
        return {"loss": loss / words, "f1": 2 * hit / max(guessed + real, 1)}

    def run(self, until: int):
        while self.progress.epoch < until:
            train_loss = self.train_epoch()
            self.progress.epoch += 1
            val = self.evaluate(self.val_dl)
            self.accelerator.print(f"epoch {self.progress.epoch:2d} lr {self.scheduler.get_last_lr()[0]:.1e} "
                                   f"train {train_loss:.4f} val {val['loss']:.4f} F1 {val['f1']:.3f}")
            if val["f1"] > self.progress.best:
                self.progress.best = val["f1"]
                self.accelerator.unwrap_model(self.model).save_pretrained(self.args.out / "best")
        self.accelerator.save_state(str(self.args.out / "last"))


def main(args: Args):
    torch.set_num_threads(1)
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)
    splits = read_splits(args)
    print({k: len(v) for k, v in splits.items()})

    first = Session(args, splits)
    first.run(until=args.interrupt_after)
    before = first.evaluate(first.val_dl)
    del first

    second = Session(args, splits)
    second.accelerator.load_state(str(args.out / "last"))
    after = second.evaluate(second.val_dl)
    assert abs(after["loss"] - before["loss"]) < 1e-5, "the state did not come back"
    print(f"resumed at epoch {second.progress.epoch}: val {after['loss']:.4f}")
    second.run(until=args.epochs)

    best = AutoModelForTokenClassification.from_pretrained(args.out / "best")
    second.accelerator.unwrap_model(second.model).load_state_dict(best.state_dict())
    test = second.evaluate(second.test_dl)
    print(f"best val F1 {second.progress.best:.3f}; test loss {test['loss']:.4f} name F1 {test['f1']:.3f} (all names called kind 1: ~0.33)")


if __name__ == "__main__":
    main(Args())
