from dataclasses import dataclass, field

import pandas as pd
import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification


@dataclass
class TrainConfig:
    model_name: str = "checkpoints/tags"
    num_labels: int = 4
    lr: float = 5e-4
    epochs: int = 14
    batch_size: int = 16
    seed: int = 12
    frozen_prefixes: tuple = field(default=("distilbert.embeddings.word_embeddings.",))


def encode(words, tags, tokenizer):
    enc = tokenizer(words, is_split_into_words=True, truncation=True)
    ids = enc.word_ids()
    labels = [-100 if w is None or (k and ids[k - 1] == w) else tags[w] for k, w in enumerate(ids)]
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


def read(split, tokenizer):
    df = pd.read_json(f"data/tags/{split}.jsonl", lines=True)
    return [encode(w, t, tokenizer) for w, t in zip(df["words"], df["tags"])]


def freeze(model, prefixes):
    """Keep the word embeddings as they are."""
    for name, param in model.named_parameters():
        if name.startswith(prefixes):
            param.requires_grad = False


def evaluate(model, loader, accelerator):
    model.eval()
    right = total = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        names = batch["labels"] > 0
        right += (logits.argmax(-1) == batch["labels"])[names].sum().item()
        total += names.sum().item()
    return right / total


def main(cfg):
    torch.manual_seed(cfg.seed)
    accelerator = Accelerator(cpu=True)
    tokenizer = AutoTokenizer.from_pretrained(cfg.model_name)
    model = AutoModelForTokenClassification.from_pretrained(cfg.model_name, num_labels=cfg.num_labels)
    freeze(model, cfg.frozen_prefixes)
    collator = DataCollatorForTokenClassification(tokenizer)
    train = DataLoader(read("train", tokenizer), cfg.batch_size, shuffle=True, collate_fn=collator)
    valid = DataLoader(read("validation", tokenizer), 32, collate_fn=collator)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=cfg.lr)
    model, optimizer, train, valid = accelerator.prepare(model, optimizer, train, valid)

    for epoch in range(cfg.epochs):
        model.train()
        total = 0.0
        for batch in train:
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            total += loss.item()
        accelerator.print(f"{epoch}: loss {total / len(train):.3f}, names right {evaluate(model, valid, accelerator):.3f}")


if __name__ == "__main__":
    main(TrainConfig())
