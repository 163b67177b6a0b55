"""Sentiment with a little BERT, hand written loop."""
import random
import time

import numpy as np
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import BertForSequenceClassification, BertTokenizerFast

SEED = 3
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")
model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2).to(device)

train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").head(1200)
dev_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")


def collate(rows):
    texts, labels = zip(*rows)
    batch = tokenizer(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt")
    batch["labels"] = torch.tensor(labels)
    return batch


def loader(df, bs, shuffle):
    return DataLoader(list(zip(df.sentence, df.label)), batch_size=bs, shuffle=shuffle, collate_fn=collate)


train_loader = loader(train_df, 32, True)
dev_loader = loader(dev_df, 64, False)

EPOCHS = 4
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)


def train_epoch():
    model.train()
    running = 0.0
    for batch in train_loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        running += loss.item()
    return running / len(train_loader)


@torch.no_grad()
def evaluate():
    model.eval()
    right = total = 0
    for batch in dev_loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        pred = model(**batch).logits.argmax(dim=-1)
        right += (pred == batch["labels"]).sum().item()
        total += len(pred)
    return right / total


best = 0.0
for epoch in range(1, EPOCHS + 1):
    t0 = time.time()
    tr_loss = train_epoch()
    acc = evaluate()
    best = max(best, acc)
    print(f"epoch {epoch}: train loss {tr_loss:.4f}, dev accuracy {acc:.4f} ({time.time() - t0:.1f}s)")
print("best dev accuracy", round(best, 4))
