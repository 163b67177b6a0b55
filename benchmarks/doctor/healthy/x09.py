import json
import os
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed


@dataclass
class Config:
    base: str = "checkpoints/tags"
    data: str = "data/tags"
    out: str = "out/tagger"
    num_labels: int = 4
    max_len: int = 48
    epochs: int = 8
    batch_size: int = 16
    lr: float = 1e-3
    seed: int = 5


class Tagger(nn.Module):
    def __init__(self, path, num_labels):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(path)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(self.encoder.config.hidden_size, num_labels)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.head(self.dropout(hidden))


class TagDataset(Dataset):
    def __init__(self, path, tokenizer, max_len):
        with open(path) as f:
            rows = [json.loads(line) for line in f]
        self.enc = tokenizer(
            [r["words"] for r in rows],
            is_split_into_words=True,
            truncation=True,
            padding="max_length",
            max_length=max_len,
            return_tensors="pt",
        )
        self.labels = torch.full_like(self.enc["input_ids"], -100)
        for i, row in enumerate(rows):
            word_ids = self.enc.word_ids(i)
            for j, w in enumerate(word_ids):
                if w is not None and w != word_ids[j - 1]:
                    self.labels[i, j] = row["tags"][w]

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.enc["input_ids"][i], self.enc["attention_mask"][i], self.labels[i]


@torch.no_grad()
def f1_score(model, loader):
    model.eval()
    tp = fp = fn = 0
    for input_ids, mask, labels in loader:
        preds = model(input_ids, mask).argmax(-1)
        keep = labels != -100
        p, y = preds[keep], labels[keep]
        tp += ((p == y) & (y > 0)).sum().item()
        fp += ((p != y) & (p > 0)).sum().item()
        fn += ((p != y) & (y > 0)).sum().item()
    return 2 * tp / max(2 * tp + fp + fn, 1)


def train(cfg):
    tokenizer = AutoTokenizer.from_pretrained(cfg.base)
    train_loader = DataLoader(TagDataset(f"{cfg.data}/train.jsonl", tokenizer, cfg.max_len), cfg.batch_size, shuffle=True)
    val_loader = DataLoader(TagDataset(f"{cfg.data}/validation.jsonl", tokenizer, cfg.max_len), 64)
    model = Tagger(cfg.base, cfg.num_labels)
    criterion = nn.CrossEntropyLoss(ignore_index=-100)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    steps = cfg.epochs * len(train_loader)
    scheduler = get_cosine_schedule_with_warmup(optimizer, steps // 10, steps)
    for epoch in range(cfg.epochs):
        model.train()
        for input_ids, mask, labels in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(input_ids, mask).flatten(0, 1), labels.flatten())
            loss.backward()
            optimizer.step()
            scheduler.step()
        print(f"epoch {epoch + 1} last loss {loss.item():.4f} val f1 {f1_score(model, val_loader):.4f}")
    os.makedirs(cfg.out, exist_ok=True)
    tokenizer.save_pretrained(cfg.out)
    torch.save(model.state_dict(), f"{cfg.out}/tagger.pt")


def test(cfg):
    tokenizer = AutoTokenizer.from_pretrained(cfg.out)
    model = Tagger(cfg.base, cfg.num_labels)
    model.load_state_dict(torch.load(f"{cfg.out}/tagger.pt"))
    loader = DataLoader(TagDataset(f"{cfg.data}/test.jsonl", tokenizer, cfg.max_len), 64)
    print(f"test f1 {f1_score(model, loader):.4f}")


if __name__ == "__main__":
    config = Config()
    set_seed(config.seed)
    train(config)
    test(config)
