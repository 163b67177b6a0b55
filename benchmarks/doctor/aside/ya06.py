import json
import math
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

CKPT = "checkpoints/prices"
EPOCHS = 12
LR = 1e-3


def load(split):
    return [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]


class PriceModel(nn.Module):
    """encoder + mean pooling + one linear output"""

    def __init__(self, name):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        self.head = nn.Linear(self.encoder.config.dim, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        pooled = (hidden * mask).sum(1) / mask.sum(1)
        return self.head(pooled)


torch.manual_seed(7)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
train, valid = load("train"), load("validation")
prices = torch.tensor([r["price"] for r in train], dtype=torch.float)
mean, std = prices.mean().item(), prices.std().item()
print(f"train rows {len(train)}, mean price {mean:.0f}, std {std:.0f}")


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    target = torch.tensor([(r["price"] - mean) / std for r in rows], dtype=torch.float)
    return enc["input_ids"], enc["attention_mask"], target


train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=32, collate_fn=collate)

model = PriceModel(CKPT)
criterion = nn.MSELoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
total = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, total // 10, total)

for epoch in range(EPOCHS):
    model.train()
    losses = []
    for ids, mask, target in train_dl:
        pred = model(ids, mask)
        loss = criterion(pred, target)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())

    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for ids, mask, target in valid_dl:
            preds += (model(ids, mask).flatten() * std + mean).tolist()
            golds += (target * std + mean).tolist()
    mae = sum(abs(p - g) for p, g in zip(preds, golds)) / len(golds)
    m = sum(golds) / len(golds)
    r2 = 1 - sum((p - g) ** 2 for p, g in zip(preds, golds)) / sum((g - m) ** 2 for g in golds)
    print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}  MAE {mae:.1f}  R2 {r2:.3f}")

for p, g, r in list(zip(preds, golds, valid))[:6]:
    print(f"{p:8.0f} {g:8.0f}  {r['text']}")
