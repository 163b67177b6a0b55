import json

import torch
from torch.optim import AdamW
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer


class TagTrainer:
    def __init__(self, checkpoint, lr=1e-3, batch_size=16, epochs=9, step_size=3, gamma=0.3):
        torch.manual_seed(5)
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForTokenClassification.from_pretrained(checkpoint, num_labels=5)
        self.batch_size = batch_size
        self.epochs = epochs
        self.optimizer = AdamW(self.model.parameters(), lr=lr, weight_decay=0.01)
        self.scheduler = StepLR(self.optimizer, step_size=step_size, gamma=gamma)

    def collate(self, rows):
        enc = self.tokenizer([r["words"] for r in rows], is_split_into_words=True,
                             padding=True, truncation=True, max_length=64, return_tensors="pt")
        labels = torch.full(enc["input_ids"].shape, -100)
        for i, r in enumerate(rows):
            previous = None
            for j, w in enumerate(enc.word_ids(i)):
                if w is not None and w != previous:
                    labels[i, j] = r["tags"][w]
                previous = w
        enc["labels"] = labels
        return enc

    def loader(self, split, shuffle=False):
        rows = [json.loads(l) for l in open(f"data/tags/{split}.jsonl")]
        return DataLoader(rows, batch_size=self.batch_size, shuffle=shuffle, collate_fn=self.collate)

    def train(self):
        train_loader = self.loader("train", shuffle=True)
        val_loader = self.loader("validation")
        for epoch in range(1, self.epochs + 1):
            self.model.train()
            total = 0
            for batch in train_loader:
                self.optimizer.zero_grad()
                loss = self.model(**batch).loss
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                self.scheduler.step()
                total += loss.item()
            acc, found = self.evaluate(val_loader)
            print(f"Epoch {epoch}/{self.epochs}  loss: {total / len(train_loader):.4f}  "
                  f"token acc: {acc:.3f}  names right: {found:.3f}")

    @torch.no_grad()
    def evaluate(self, loader):
        self.model.eval()
        ok = n = ok_names = n_names = 0
        for batch in loader:
            pred = self.model(**batch).logits.argmax(-1)
            labels = batch["labels"]
            keep = labels != -100
            names = labels > 0
            ok += (pred == labels)[keep].sum().item()
            n += keep.sum().item()
            ok_names += (pred == labels)[names].sum().item()
            n_names += names.sum().item()
        return ok / n, ok_names / n_names


if __name__ == "__main__":
    trainer = TagTrainer("checkpoints/tags")
    trainer.train()
    acc, found = trainer.evaluate(trainer.loader("test"))
    print(f"test: token acc {acc:.3f}, names right {found:.3f}")
