import json
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)
ckpt = "checkpoints/prices"
tok = AutoTokenizer.from_pretrained(ckpt)


def load(split):
    return [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]


train_rows, val_rows = load("train"), load("validation")

# standardise the target, otherwise the loss is huge
prices = np.array([r["price"] for r in train_rows], dtype=np.float32)
mu, sd = float(prices.mean()), float(prices.std())


def collate(rows):
    enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    y = torch.tensor([(r["price"] - mu) / sd for r in rows], dtype=torch.float)
    return enc, y


class PriceRegressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = AutoModel.from_pretrained(ckpt)
        self.regressor = nn.Linear(self.backbone.config.hidden_size, 1)

    def forward(self, input_ids, attention_mask):
        h = self.backbone(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.regressor(h[:, 0])


train_dl = DataLoader(train_rows, batch_size=16, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val_rows, batch_size=32, collate_fn=collate)

model = PriceRegressor()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
criterion = nn.MSELoss()

for epoch in range(12):
    model.train()
    losses = []
    for enc, y in train_dl:
        pred = model(**enc)
        loss = criterion(pred, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())

    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for enc, y in val_dl:
            preds.extend((model(**enc).flatten() * sd + mu).tolist())
            golds.extend((y * sd + mu).tolist())
    print(f"epoch {epoch:2d}  mse {np.mean(losses):.4f}  MAE {mean_absolute_error(golds, preds):.1f}  R2 {r2_score(golds, preds):.3f}")

for r, p in list(zip(val_rows, preds))[:5]:
    print(r["text"], "| price", r["price"], "| predicted", round(p))
