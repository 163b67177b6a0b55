import json
import math
import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(11)
ckpt = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def load(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(l) for l in f]


train, valid = load("train"), load("validation")
mean = sum(r["price"] for r in train) / len(train)
std = math.sqrt(sum((r["price"] - mean) ** 2 for r in train) / len(train))
print("mean price", round(mean, 1), "std", round(std, 1))


def collate_fn(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    enc["target"] = torch.tensor([(r["price"] - mean) / std for r in rows], dtype=torch.float)
    return enc


train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate_fn)
valid_dl = DataLoader(valid, batch_size=32, collate_fn=collate_fn)


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(ckpt)
        h = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Linear(h, h), nn.ReLU(), nn.Linear(h, 1))

    def forward(self, input_ids, attention_mask):
        x = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).float()
        return self.head((x * m).sum(1) / m.sum(1))


model = PriceModel()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
epochs = 10
scheduler = get_linear_schedule_with_warmup(optimizer, 20, epochs * len(train_dl))
mse = nn.MSELoss()

for epoch in range(epochs):
    model.train()
    train_loss = 0
    for batch in train_dl:
        target = batch.pop("target")
        pred = model(**batch)
        loss = mse(pred.squeeze(-1), target)
        loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        train_loss += loss.item() / len(train_dl)

    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for batch in valid_dl:
            golds += batch.pop("target").tolist()
            preds += model(**batch).flatten().tolist()
    mae = sum(abs(p - g) for p, g in zip(preds, golds)) / len(golds) * std
    print(f"epoch {epoch} train mse {train_loss:.3f} valid MAE {mae:.1f}")

for row, p in list(zip(valid, preds))[:6]:
    print(f"{row['text'][:60]:60s} {row['price']:6d} {p * std + mean:8.1f}")
