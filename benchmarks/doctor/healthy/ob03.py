#!/usr/bin/env python
# coding: utf-8

# # Predicting prices from small ads

# In[1]:

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer

CKPT = "checkpoints/prices"
torch.manual_seed(42)

# In[2]:

train_df = pd.read_json("data/prices/train.jsonl", lines=True)
valid_df = pd.read_json("data/prices/validation.jsonl", lines=True)
print(train_df.head())
print(train_df["price"].describe())

# In[3]:

# targets with mean 0 and std 1, train statistics only
mean, std = train_df["price"].mean(), train_df["price"].std()
train_df["target"] = (train_df["price"] - mean) / std
valid_df["target"] = (valid_df["price"] - mean) / std

# In[4]:

tokenizer = AutoTokenizer.from_pretrained(CKPT)


class AdsDataset(Dataset):
    def __init__(self, df):
        self.enc = tokenizer(df["text"].tolist(), padding=True, truncation=True, max_length=32, return_tensors="pt")
        self.y = torch.tensor(df["target"].values, dtype=torch.float)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.enc["input_ids"][i], self.enc["attention_mask"][i], self.y[i]


train_dl = DataLoader(AdsDataset(train_df), batch_size=32, shuffle=True)
valid_dl = DataLoader(AdsDataset(valid_df), batch_size=64)

# In[5]:


class PriceModel(nn.Module):
    def __init__(self, ckpt):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(ckpt)
        self.head = nn.Sequential(
            nn.Linear(self.encoder.config.dim, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        pooled = (hidden * mask).sum(1) / mask.sum(1)
        return self.head(pooled).squeeze(-1)


model = PriceModel(CKPT)
loss_fn = nn.MSELoss()
opt = torch.optim.AdamW(model.parameters(), lr=5e-4)

# In[6]:

for epoch in range(20):
    model.train()
    running = 0.0
    for ids, mask, y in train_dl:
        opt.zero_grad()
        pred = model(ids, mask)
        loss = loss_fn(pred, y)
        loss.backward()
        opt.step()
        running += loss.item()

    model.eval()
    preds = []
    with torch.no_grad():
        for ids, mask, y in valid_dl:
            preds.extend(model(ids, mask).view(-1).tolist())
    valid_df["pred"] = [p * std + mean for p in preds]
    mae = (valid_df["pred"] - valid_df["price"]).abs().mean()
    print(f"epoch {epoch}: train loss {running / len(train_dl):.3f}  valid MAE {mae:.1f}")

# In[7]:

print(valid_df[["text", "price", "pred"]].sample(8, random_state=0).to_string())
