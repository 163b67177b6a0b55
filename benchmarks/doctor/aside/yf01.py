import json
import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer

CHECKPOINT = "checkpoints/prices"
EPOCHS = 8
LR = 5e-4

torch.manual_seed(1)
random.seed(1)


class AdDataset(Dataset):
    def __init__(self, path):
        self.rows = [json.loads(line) for line in open(path)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        return row["text"], row["price"] / 1000.0


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(CHECKPOINT)
        self.head = nn.Sequential(
            nn.Linear(self.encoder.config.dim, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        pooled = (hidden * mask).sum(1) / mask.sum(1)
        return self.head(pooled)


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def collate(batch):
    texts, prices = zip(*batch)
    enc = tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(prices, dtype=torch.float)


train_loader = DataLoader(AdDataset("data/prices/train.jsonl"), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(AdDataset("data/prices/validation.jsonl"), batch_size=32, collate_fn=collate)

model = PriceModel()
criterion = nn.MSELoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=LR)

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for input_ids, attention_mask, price in train_loader:
        optimizer.zero_grad()
        output = model(input_ids, attention_mask)
        loss = criterion(output, price)
        loss.backward()
        optimizer.step()
        running += loss.item()

    model.eval()
    preds, targets = [], []
    with torch.no_grad():
        for input_ids, attention_mask, price in val_loader:
            preds += model(input_ids, attention_mask).flatten().tolist()
            targets += price.tolist()
    preds, targets = np.array(preds), np.array(targets)
    r2 = 1 - ((preds - targets) ** 2).sum() / ((targets - targets.mean()) ** 2).sum()
    print(f"epoch {epoch + 1}: train loss {running / len(train_loader):.4f}  "
          f"MAE {1000 * np.abs(preds - targets).mean():.0f}  R2 {r2:.3f}")

for p, t in list(zip(preds, targets))[:8]:
    print(f"predicted {1000 * p:.0f}   real {1000 * t:.0f}")
