"""Train a word tagger, keep the best epoch on disk, load it again for the test set."""
import os

import pandas as pd
import torch
from sklearn.metrics import f1_score
from transformers import AutoModelForTokenClassification, AutoTokenizer, set_seed


class Tagger:
    def __init__(self, base, out_dir, n_tags, lr=1e-3, batch_size=16, device="cpu"):
        self.base, self.out_dir, self.n_tags = base, out_dir, n_tags
        self.bs, self.device = batch_size, device
        self.tokenizer = AutoTokenizer.from_pretrained(base)
        self.model = AutoModelForTokenClassification.from_pretrained(base, num_labels=n_tags).to(device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=lr)
        self.best = -1.0

    def _batches(self, df, shuffle=False):
        if shuffle:
            df = df.sample(frac=1.0)
        for start in range(0, len(df), self.bs):
            part = df.iloc[start:start + self.bs]
            enc = self.tokenizer(part["words"].tolist(), is_split_into_words=True, padding=True,
                                 truncation=True, return_tensors="pt")
            y = torch.full(enc["input_ids"].shape, -100)
            for row, tags in enumerate(part["tags"]):
                last = None
                for col, w in enumerate(enc.word_ids(row)):
                    if w is not None and w != last:
                        y[row, col] = tags[w]
                    last = w
            yield enc.to(self.device), y.to(self.device)

    def score(self, df, model=None):
        model = model or self.model
        model.eval()
        true, pred = [], []
        with torch.no_grad():
            for enc, y in self._batches(df):
                p = model(**enc).logits.argmax(-1)
                true += y[y != -100].tolist()
                pred += p[y != -100].tolist()
        return f1_score(true, pred, labels=list(range(1, self.n_tags)), average="micro", zero_division=0)

    def save(self):
        os.makedirs(self.out_dir, exist_ok=True)
        self.model.base_model.save_pretrained(self.out_dir)
        self.tokenizer.save_pretrained(self.out_dir)

    def fit(self, train, dev, epochs):
        for ep in range(epochs):
            self.model.train()
            tot, n = 0.0, 0
            for enc, y in self._batches(train, shuffle=True):
                self.optimizer.zero_grad()
                loss = self.model(**enc, labels=y).loss
                loss.backward()
                self.optimizer.step()
                tot, n = tot + loss.item(), n + 1
            f1 = self.score(dev)
            print(f"[{ep}] loss={tot / n:.4f} dev f1={f1:.4f}")
            if f1 > self.best:
                self.best = f1
                self.save()


def main():
    set_seed(2)
    train, dev, test = [pd.read_json(f"data/tags/{s}.jsonl", lines=True) for s in ("train", "validation", "test")]

    tagger = Tagger("checkpoints/tags", "runs/z13_best", n_tags=4)
    tagger.fit(train, dev, epochs=12)
    print("best dev f1", round(tagger.best, 4))

    best = AutoModelForTokenClassification.from_pretrained("runs/z13_best", num_labels=4)
    print("test f1 of the saved model", round(tagger.score(test, best), 4))


if __name__ == "__main__":
    main()
