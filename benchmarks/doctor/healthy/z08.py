import json
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer


@dataclass
class Config:
    checkpoint: str = "checkpoints/prices"
    epochs: int = 12
    batch_size: int = 32
    lr: float = 1e-3


class PriceData(Dataset):
    def __init__(self, path):
        self.items = [json.loads(line) for line in open(path)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]["text"], self.items[i]["price"] / 1000.0


class PriceModel(nn.Module):
    """Mean pooled encoder and a two layer head, output in thousands."""

    def __init__(self, checkpoint):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        dim = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, 1))

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).float()
        pooled = (h * m).sum(1) / m.sum(1)
        return self.head(pooled)


cfg = Config()
torch.manual_seed(5)
tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)


def collate(batch):
    texts = [t for t, _ in batch]
    prices = torch.tensor([p for _, p in batch], dtype=torch.float32)
    return tokenizer(texts, padding=True, return_tensors="pt"), prices


train_dl = DataLoader(PriceData("data/prices/train.jsonl"), cfg.batch_size, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(PriceData("data/prices/validation.jsonl"), cfg.batch_size, collate_fn=collate)

model = PriceModel(cfg.checkpoint)
optim = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
loss_fn = nn.MSELoss()


def r2_and_mae():
    model.eval()
    ps, ys = [], []
    with torch.no_grad():
        for enc, y in valid_dl:
            ps.append(model(enc["input_ids"], enc["attention_mask"]).flatten())
            ys.append(y)
    p, y = torch.cat(ps), torch.cat(ys)
    r2 = 1 - ((p - y) ** 2).sum() / ((y - y.mean()) ** 2).sum()
    return r2.item(), 1000 * (p - y).abs().mean().item()


for epoch in range(cfg.epochs):
    model.train()
    total = 0.0
    for enc, y in train_dl:
        pred = model(enc["input_ids"], enc["attention_mask"])
        loss = loss_fn(pred.squeeze(-1), y)
        loss.backward()
        optim.step()
        optim.zero_grad()
        total += loss.item()
    r2, mae = r2_and_mae()
    print(f"epoch {epoch + 1:2d}  train mse {total / len(train_dl):.4f}  valid R2 {r2:6.3f}  MAE {mae:6.1f}")
