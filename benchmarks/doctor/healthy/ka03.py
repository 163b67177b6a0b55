"""Token classification: four kinds of words, labels sit on the first sub-word of each word."""
from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer

IGNORE = -100


@dataclass
class Config:
    checkpoint: str = "checkpoints/tags"
    data: Path = field(default_factory=lambda: Path("data/tags"))
    n_tags: int = 4
    epochs: int = 15
    batch_size: int = 16
    lr: float = 1e-3
    seed: int = 3


class TagReader:
    """Reads the three splits; a sentence lives in one split only, and once."""

    def __init__(self, folder: Path):
        self.folder = folder

    def _lines(self, split):
        with open(self.folder / f"{split}.jsonl", encoding="utf-8") as handle:
            return [json.loads(line) for line in handle]

    def splits(self):
        seen, out = set(), {}
        for split in ("test", "validation", "train"):      # the test rows have the first claim
            kept = []
            for row in self._lines(split):
                key = tuple(row["words"])
                if key not in seen:
                    seen.add(key)
                    kept.append(row)
            out[split] = kept
        return out


class Collator:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        enc = self.tokenizer([r["words"] for r in rows], is_split_into_words=True, padding=True,
                             truncation=True, max_length=64, return_tensors="pt")
        labels = torch.full(enc["input_ids"].shape, IGNORE)
        for i, row in enumerate(rows):
            previous = None
            for j, word in enumerate(enc.word_ids(i)):
                if word is not None and word != previous:
                    labels[i, j] = row["tags"][word]
                previous = word
            assert (labels[i] != IGNORE).sum().item() == len(row["words"]), "a word was cut off"
        return dict(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]), labels


class Tagger:
    def __init__(self, cfg: Config):
        torch.manual_seed(cfg.seed)
        self.cfg = cfg
        self.model = AutoModelForTokenClassification.from_pretrained(cfg.checkpoint, num_labels=cfg.n_tags)
        self.collate = Collator(AutoTokenizer.from_pretrained(cfg.checkpoint))
        self.criterion = nn.CrossEntropyLoss(ignore_index=IGNORE)

    def loader(self, rows, shuffle):
        return DataLoader(rows, batch_size=self.cfg.batch_size, shuffle=shuffle, collate_fn=self.collate)

    def fit(self, train, dev):
        loader = self.loader(train, shuffle=True)
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=self.cfg.lr)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=self.cfg.lr, pct_start=0.1,
                                                       total_steps=len(loader) * self.cfg.epochs)
        best, weights = -1.0, None
        for epoch in range(self.cfg.epochs):
            self.model.train()
            for inputs, labels in loader:
                optimizer.zero_grad()
                logits = self.model(**inputs).logits
                loss = self.criterion(logits.flatten(0, 1), labels.flatten())
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                optimizer.step()
                schedule.step()
            score = self.score(dev)
            print(f"epoch {epoch:2d}  dev F1 of the named words {score['f1']:.3f}")
            if score["f1"] > best:
                best, weights = score["f1"], copy.deepcopy(self.model.state_dict())
        self.model.load_state_dict(weights)

    @torch.inference_mode()
    def score(self, rows):
        """Micro F1 over words whose tag is not 0; every name here is one word, so a span is a word."""
        self.model.eval()
        right = predicted = wanted = 0
        for inputs, labels in self.loader(rows, shuffle=False):
            guess = self.model(**inputs).logits.argmax(-1)
            real = labels != IGNORE
            g, t = guess[real], labels[real]
            right += ((g == t) & (t != 0)).sum().item()
            predicted += (g != 0).sum().item()
            wanted += (t != 0).sum().item()
        p, r = right / max(predicted, 1), right / max(wanted, 1)
        return {"precision": p, "recall": r, "f1": 2 * p * r / (p + r) if p + r else 0.0}


if __name__ == "__main__":
    config = Config()
    data = TagReader(config.data).splits()
    tagger = Tagger(config)
    tagger.fit(data["train"], data["validation"])
    print("test", tagger.score(data["test"]))
