"""Sentiment fine-tuning with layer-wise learning rate decay."""
import re
from collections import defaultdict

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_cosine_schedule_with_warmup, set_seed)

CKPT = "checkpoints/distilbert"
TOP_LR = 3e-4
DECAY = 0.8
EPOCHS = 3
BATCH = 32
N_TRAIN = 1000


def depth_groups(model, top_lr, decay, weight_decay=0.01):
    """lr shrinks by `decay` from the head down to the embeddings"""
    n_layers = model.config.num_hidden_layers
    buckets = defaultdict(list)
    for name, param in model.named_parameters():
        hit = re.search(r"encoder\.layer\.(\d+)\.", name)
        if "classifier" in name or "pooler" in name:
            depth = 0
        elif hit:
            depth = n_layers - int(hit.group(1))
        elif "embeddings" in name:
            depth = n_layers + 1
        else:
            continue
        plain = param.ndim == 1          # biases and LayerNorm: no weight decay
        buckets[(depth, plain)].append(param)
    return [
        {"params": params, "lr": top_lr * decay ** depth, "weight_decay": 0.0 if plain else weight_decay}
        for (depth, plain), params in sorted(buckets.items(), key=lambda kv: kv[0])
    ]


def load(split, tok, n=None):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    if n is not None:
        df = df.sample(n, random_state=0)
    enc = tok(df["sentence"].tolist(), truncation=True, max_length=64)
    return [
        {"input_ids": i, "attention_mask": m, "labels": int(y)}
        for i, m, y in zip(enc["input_ids"], enc["attention_mask"], df["label"])
    ]


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    good = total = 0
    for batch in loader:
        pred = model(**batch).logits.argmax(-1)
        good += (pred == batch["labels"]).sum().item()
        total += len(pred)
    return good / total


def main():
    set_seed(3)
    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    collate = DataCollatorWithPadding(tok)
    train_dl = DataLoader(load("train", tok, N_TRAIN), batch_size=BATCH, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(load("validation", tok), batch_size=64, collate_fn=collate)

    optimizer = torch.optim.AdamW(depth_groups(model, TOP_LR, DECAY))
    steps = EPOCHS * len(train_dl)
    scheduler = get_cosine_schedule_with_warmup(optimizer, int(0.1 * steps), steps)

    for epoch in range(1, EPOCHS + 1):
        model.train()
        total = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            model.zero_grad()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(train_dl):.4f}  valid acc {accuracy(model, valid_dl):.4f}")


if __name__ == "__main__":
    main()
