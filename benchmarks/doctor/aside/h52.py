"""Predict the price of a second-hand ad from its text (small DistilBERT + linear head)."""
import json, math
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader
from transformers import AutoModel, AutoTokenizer

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)


class Ads(Dataset):
    def __init__(self, path, tokenizer, mean=None, std=None):
        rows = [json.loads(l) for l in open(path)]
        self.enc = tokenizer([r["text"] for r in rows], padding="max_length", max_length=20,
                             truncation=True, return_tensors="pt")
        prices = np.array([r["price"] for r in rows], dtype=np.float32)
        self.mean = prices.mean() if mean is None else mean
        self.std = prices.std() if std is None else std
        self.raw = torch.from_numpy(prices)
        self.target = (self.raw - self.mean) / self.std

    def __len__(self):
        return len(self.target)

    def __getitem__(self, i):
        return self.enc["input_ids"][i], self.enc["attention_mask"][i], self.target[i], self.raw[i]


class PriceModel(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.body = AutoModel.from_pretrained(name)
        self.head = nn.Linear(self.body.config.hidden_size, 1)

    def forward(self, ids, mask):
        h = self.body(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).float()
        pooled = (h * m).sum(1) / m.sum(1)
        return self.head(pooled).squeeze(-1)


tok = AutoTokenizer.from_pretrained("checkpoints/prices")
train_set = Ads("data/prices/train.jsonl", tok)
val_set = Ads("data/prices/validation.jsonl", tok, train_set.mean, train_set.std)
train_dl = DataLoader(train_set, batch_size=16, shuffle=True)
val_dl = DataLoader(val_set, batch_size=64)

net = PriceModel("checkpoints/prices").to(device)

# keep the position embeddings as they are, fine-tune everything else
for name, p in net.body.named_parameters():
    if "position_embeddings" in name:
        p.requires_grad = False

trainable = filter(lambda p: p.requires_grad, net.parameters())
n_trainable = sum(p.numel() for p in trainable)
n_all = sum(p.numel() for p in net.parameters())
print(f"training {n_trainable:,} of {n_all:,} parameters")

optimizer = torch.optim.AdamW(trainable, lr=1e-3, weight_decay=0.01)
loss_fn = nn.MSELoss()

baseline = (val_set.raw - float(train_set.mean)).abs().mean().item()
print(f"always the mean price: MAE {baseline:.0f}")

for epoch in range(15):
    net.train()
    total = 0.0
    for ids, mask, y, _ in train_dl:
        ids, mask, y = ids.to(device), mask.to(device), y.to(device)
        optimizer.zero_grad()
        loss = loss_fn(net(ids, mask), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(y)

    net.eval()
    abs_err, n = 0.0, 0
    with torch.no_grad():
        for ids, mask, _, raw in val_dl:
            pred = net(ids.to(device), mask.to(device)).cpu() * float(train_set.std) + float(train_set.mean)
            abs_err += (pred - raw).abs().sum().item()
            n += len(raw)
    print(f"epoch {epoch + 1:2d}  rmse(train, scaled) {math.sqrt(total / len(train_set)):.3f}  val MAE {abs_err / n:.0f}")
