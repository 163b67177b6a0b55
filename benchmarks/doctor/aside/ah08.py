import json

import numpy as np
import torch
from sklearn.metrics import mean_absolute_error, r2_score
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(11)
CHECKPOINT = "checkpoints/prices"
EPOCHS = 8
BATCH = 16
LR = 1e-3


def load(name):
    rows = [json.loads(x) for x in open(f"data/prices/{name}.jsonl")]
    return [(r["text"], float(r["price"])) for r in rows]


train_rows, valid_rows = load("train"), load("validation")
prices = np.array([p for _, p in train_rows])
mean, std = prices.mean(), prices.std()
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def collate(rows):
    enc = tokenizer([t for t, _ in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    target = torch.tensor([(p - mean) / std for _, p in rows], dtype=torch.float32)
    return enc, target


class PriceModel(nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
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


train_dl = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid_rows, batch_size=64, collate_fn=collate)

model = PriceModel(CHECKPOINT)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
steps = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps)
criterion = nn.MSELoss()

for epoch in range(EPOCHS):
    model.train()
    losses = []
    for enc, target in train_dl:
        output = model(enc["input_ids"], enc["attention_mask"])
        loss = criterion(output, target)
        loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        losses.append(loss.item())

    model.eval()
    guesses = []
    with torch.no_grad():
        for enc, _ in valid_dl:
            guesses.append(model(enc["input_ids"], enc["attention_mask"]).numpy())
    guesses = np.concatenate(guesses)[:, 0] * std + mean
    truth = [p for _, p in valid_rows]
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}  MAE {mean_absolute_error(truth, guesses):.1f}  "
          f"R2 {r2_score(truth, guesses):.3f}")

print("some guesses:", guesses[:6].round(), "true:", truth[:6])
