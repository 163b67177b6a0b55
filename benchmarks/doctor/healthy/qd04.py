"""Fine-tune the small BERT on our SST-2 look-alike.

GLUE keeps the labels of its test split to itself, so, as usual, part of *train*
serves for choosing the epoch and the official *validation* rows are the test.
"""
from collections import defaultdict
from dataclasses import dataclass
from functools import partial

import pandas as pd
import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, BertForSequenceClassification, get_linear_schedule_with_warmup, set_seed


@dataclass(frozen=True)
class Config:
    checkpoint: str = "checkpoints/bert"
    folder: str = "data/glue/sst2"
    out: str = "out/qd04"
    epochs: int = 6
    batch: int = 32
    lr: float = 3e-4
    weight_decay: float = 0.01
    warmup: float = 0.1
    max_length: int = 64
    seed: int = 42


def collate(batch, tokenizer, max_length):
    sentences, labels = zip(*batch)
    enc = tokenizer(list(sentences), padding=True, truncation=True,
                    max_length=max_length, return_tensors="pt")
    enc["labels"] = torch.tensor(labels)
    return enc


def parameter_groups(model, weight_decay):
    groups = defaultdict(list)
    for name, p in model.named_parameters():
        plain = name.endswith("bias") or "LayerNorm" in name
        groups[0.0 if plain else weight_decay].append(p)
    return [{"params": ps, "weight_decay": wd} for wd, ps in groups.items()]


@torch.inference_mode()
def accuracy(model, loader):
    was_training = model.training
    model.eval()
    hits = seen = 0
    for batch in loader:
        labels = batch.pop("labels")
        hits += (model(**batch).logits.argmax(-1) == labels).sum().item()
        seen += labels.numel()
    model.train(was_training)
    return hits / seen


def run(cfg: Config):
    set_seed(cfg.seed)
    torch.set_num_threads(2)

    official_train = pd.read_parquet(f"{cfg.folder}/train-00000-of-00001.parquet")
    test = pd.read_parquet(f"{cfg.folder}/validation-00000-of-00001.parquet")
    official_train = official_train.drop_duplicates("sentence")
    official_train = official_train[~official_train["sentence"].isin(test["sentence"])]
    train, dev = train_test_split(official_train, test_size=0.15,
                                  stratify=official_train["label"], random_state=cfg.seed)

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    fn = partial(collate, tokenizer=tokenizer, max_length=cfg.max_length)

    def loader(frame, shuffle=False):
        rows = list(zip(frame["sentence"].tolist(), frame["label"].tolist()))
        return DataLoader(rows, batch_size=cfg.batch, shuffle=shuffle, collate_fn=fn)

    train_loader, dev_loader, test_loader = loader(train, True), loader(dev), loader(test)

    model = BertForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=2)
    optimizer = torch.optim.AdamW(parameter_groups(model, cfg.weight_decay), lr=cfg.lr)
    steps = cfg.epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, int(cfg.warmup * steps), steps)

    best = 0.0
    model.train()
    for epoch in range(cfg.epochs):
        running = torch.zeros(())
        for batch in train_loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            running += loss.detach()
        dev_accuracy = accuracy(model, dev_loader)
        print(f"[{epoch}] mean batch loss {running.item() / len(train_loader):.4f}  dev acc {dev_accuracy:.4f}")
        if dev_accuracy > best:
            best = dev_accuracy
            model.save_pretrained(cfg.out)

    best_model = BertForSequenceClassification.from_pretrained(cfg.out)
    majority = int(train["label"].mode()[0])
    print(f"test acc {accuracy(best_model, test_loader):.4f}  "
          f"majority class {(test['label'] == majority).mean():.4f}")


if __name__ == "__main__":
    run(Config())
