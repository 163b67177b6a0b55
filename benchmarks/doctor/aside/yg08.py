#!/usr/bin/env python
# coding: utf-8
# In[1]:
import random

import numpy as np
import pandas as pd
import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer


class CFG:
    model_name = "checkpoints/tickets"
    max_len = 32
    batch_size = 16
    epochs = 10
    lr = 1e-3
    seed = 2024
    device = "cuda" if torch.cuda.is_available() else "cpu"


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


seed_everything(CFG.seed)

# In[2]:
df = pd.read_json("data/tickets/train.jsonl", lines=True)
print(df.shape)
print(df["desk"].value_counts())

train_df, valid_df = train_test_split(
    df, test_size=0.2, stratify=df["desk_id"], random_state=CFG.seed
)

# In[3]:
tokenizer = AutoTokenizer.from_pretrained(CFG.model_name)


class TicketDataset(Dataset):
    def __init__(self, df, tokenizer, max_len):
        self.encodings = tokenizer(
            df["text"].tolist(),
            truncation=True,
            padding="max_length",
            max_length=max_len,
        )
        self.labels = df["desk_id"]

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        item = {k: torch.tensor(v[idx]) for k, v in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item


train_loader = DataLoader(
    TicketDataset(train_df, tokenizer, CFG.max_len), batch_size=CFG.batch_size, shuffle=True
)
valid_loader = DataLoader(
    TicketDataset(valid_df, tokenizer, CFG.max_len), batch_size=CFG.batch_size * 2
)


# In[4]:
def train_one_epoch(model, loader, optimizer):
    model.train()
    losses = []
    for batch in loader:
        batch = {k: v.to(CFG.device) for k, v in batch.items()}
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return np.mean(losses)


@torch.no_grad()
def eval_fn(model, loader):
    model.eval()
    preds, labels = [], []
    for batch in loader:
        batch = {k: v.to(CFG.device) for k, v in batch.items()}
        preds.append(model(**batch).logits.argmax(1).cpu().numpy())
        labels.append(batch["labels"].cpu().numpy())
    return (np.concatenate(preds) == np.concatenate(labels)).mean()


# In[5]:
model = AutoModelForSequenceClassification.from_pretrained(CFG.model_name, num_labels=4)
model.to(CFG.device)
optimizer = torch.optim.AdamW(model.parameters(), lr=CFG.lr)

for epoch in range(CFG.epochs):
    train_loss = train_one_epoch(model, train_loader, optimizer)
    acc = eval_fn(model, valid_loader)
    print(f"Epoch {epoch + 1}/{CFG.epochs} - loss {train_loss:.4f} - valid acc {acc:.4f}")
