import json

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(5)


class Adverts(Dataset):
    def __init__(self, split):
        rows = [json.loads(line) for line in open(f"data/prices/{split}.jsonl")]
        self.texts = [r["text"] for r in rows]
        self.prices = np.array([r["price"] for r in rows], dtype=np.float32)

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        return self.texts[i], self.prices[i]


class PriceModel(nn.Module):
    """Encoder, mean over the real tokens, two layers."""

    def __init__(self, checkpoint):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        width = self.encoder.config.dim
        self.head = nn.Sequential(
            nn.Linear(width, width),
            nn.GELU(),
            nn.Linear(width, 1),
        )

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * mask).sum(1) / mask.sum(1)
        return self.head(pooled).squeeze(-1)


train, valid, test = Adverts("train"), Adverts("validation"), Adverts("test")
mean, std = float(train.prices.mean()), float(train.prices.std())
print(f"prices: mean {mean:.0f}, standard deviation {std:.0f}")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def collate(items):
    texts, prices = zip(*items)
    enc = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(np.array(prices))


def loader(data, shuffle=False):
    return DataLoader(data, batch_size=16 if shuffle else 80, shuffle=shuffle, collate_fn=collate)


@torch.no_grad()
def predict(model, data):
    model.eval()
    z = torch.cat([model(ids, mask) for ids, mask, _ in loader(data)])
    return z.numpy() * std + mean


def report(name, gold, guess):
    r2 = 1 - ((gold - guess) ** 2).sum() / ((gold - gold.mean()) ** 2).sum()
    print(f"{name}: mean error {np.abs(gold - guess).mean():.0f}, R2 {r2:.3f}, guesses from {guess.min():.0f} to {guess.max():.0f}")


epochs = 12
model = PriceModel("checkpoints/prices")
batches = loader(train, shuffle=True)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
schedule = get_linear_schedule_with_warmup(optimizer, 30, epochs * len(batches))
criterion = nn.MSELoss()

for epoch in range(epochs):
    model.train()
    for ids, mask, price in batches:
        loss = criterion(model(ids, mask), (price - mean) / std)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    if (epoch + 1) % 3 == 0:
        report(f"epoch {epoch + 1:2d} validation", valid.prices, predict(model, valid))

report("test", test.prices, predict(model, test))
