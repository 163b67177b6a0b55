import json
import warnings
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader
from transformers import AutoModel, AutoTokenizer

warnings.filterwarnings("ignore")
torch.manual_seed(42)


class config:
    model = "checkpoints/prices"
    max_len = 20
    batch_size = 16
    epochs = 8
    lr = 1e-3
    scale = 1000.0


class AdDataset(Dataset):
    def __init__(self, split, tokenizer):
        self.rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
        self.tokenizer = tokenizer

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, idx):
        r = self.rows[idx]
        e = self.tokenizer(r["text"], max_length=config.max_len, padding="max_length", truncation=True, return_tensors="pt")
        return e["input_ids"][0], e["attention_mask"][0], torch.tensor(r["price"] / config.scale, dtype=torch.float)


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = AutoModel.from_pretrained(config.model)
        self.fc = nn.Linear(self.backbone.config.dim, 1)

    def forward(self, ids, mask):
        h = self.backbone(ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).float()
        pooled = (h * m).sum(1) / m.sum(1)
        return self.fc(pooled)


def train_fn(model, loader, optimizer, criterion):
    model.train()
    total = 0
    for ids, mask, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(ids, mask), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def valid_fn(model, loader):
    model.eval()
    preds, ys = [], []
    with torch.no_grad():
        for ids, mask, y in loader:
            preds.append(model(ids, mask).reshape(-1))
            ys.append(y)
    p, y = torch.cat(preds), torch.cat(ys)
    rmse = ((p - y) ** 2).mean().sqrt().item()
    return rmse, y.std().item()


tokenizer = AutoTokenizer.from_pretrained(config.model)
train_loader = DataLoader(AdDataset("train", tokenizer), batch_size=config.batch_size, shuffle=True)
valid_loader = DataLoader(AdDataset("validation", tokenizer), batch_size=64)
model = PriceModel()
optimizer = torch.optim.AdamW(model.parameters(), lr=config.lr)
criterion = nn.MSELoss()
for epoch in range(config.epochs):
    loss = train_fn(model, train_loader, optimizer, criterion)
    rmse, spread = valid_fn(model, valid_loader)
    print(f"Epoch {epoch+1} - loss {loss:.4f} - rmse {rmse:.4f} (std of the prices {spread:.4f})")
