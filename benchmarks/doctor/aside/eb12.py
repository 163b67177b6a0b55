#!/usr/bin/env python
"""Ticket routing: DistilBERT body with a head of our own."""
import logging
import os

import pandas as pd
import torch
import torch.nn.functional as F
from torch import nn
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
log = logging.getLogger("eb12")

PATH = "checkpoints/tickets"
EPOCHS = 6
BATCH = 16
torch.manual_seed(99)


class Router(nn.Module):
    def __init__(self, path, n_desks):
        super().__init__()
        self.body = AutoModel.from_pretrained(path)
        d = self.body.config.dim
        self.head = nn.Sequential(
            nn.Linear(d, d),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(d, n_desks),
            nn.Softmax(dim=-1),
        )

    def forward(self, input_ids, attention_mask):
        hidden = self.body(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        weights = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * weights).sum(1) / weights.sum(1)
        return self.head(pooled)


def frames():
    train = pd.read_json("data/tickets/train.jsonl", lines=True)
    valid = pd.read_json("data/tickets/validation.jsonl", lines=True)
    valid = valid[~valid.text.isin(train.text)].reset_index(drop=True)
    return train, valid


tokenizer = AutoTokenizer.from_pretrained(PATH)


def tensors(df):
    enc = tokenizer(df.text.tolist(), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(df.desk_id.tolist())


train_df, valid_df = frames()
ids, mask, target = tensors(train_df)
v_ids, v_mask, v_target = tensors(valid_df)

model = Router(PATH, n_desks=train_df.desk_id.nunique())
optimizer = torch.optim.AdamW(
    [
        {"params": model.body.parameters(), "lr": 3e-4},
        {"params": model.head.parameters(), "lr": 1e-3},
    ],
    weight_decay=0.01,
)
batches_per_epoch = -(-len(ids) // BATCH)
n_steps = EPOCHS * batches_per_epoch
scheduler = get_linear_schedule_with_warmup(optimizer, n_steps // 10, n_steps)

for epoch in range(EPOCHS):
    model.train()
    sum_loss = 0.0
    for idx in torch.randperm(len(ids)).split(BATCH):
        scores = model(ids[idx], mask[idx])
        loss = F.cross_entropy(scores, target[idx])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        sum_loss += loss.item() * len(idx)

    model.eval()
    with torch.no_grad():
        v_scores = model(v_ids, v_mask)
        v_loss = F.cross_entropy(v_scores, v_target).item()
        v_acc = (v_scores.argmax(-1) == v_target).float().mean().item()
    log.info("epoch %d train loss %.4f valid loss %.4f valid acc %.3f", epoch, sum_loss / len(ids), v_loss, v_acc)

os.makedirs("out/eb12", exist_ok=True)
torch.save(model.state_dict(), "out/eb12/router.pt")
