# %% [markdown]
# Second-hand prices from the text of the advertisement: encoder, masked mean pooling, linear head.

# %%
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(12)
CKPT = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(CKPT)

train = pd.read_json("data/prices/train.jsonl", lines=True).drop_duplicates("text")
valid = pd.read_json("data/prices/validation.jsonl", lines=True).drop_duplicates("text")
test = pd.read_json("data/prices/test.jsonl", lines=True).drop_duplicates("text")
valid = valid[~valid["text"].isin(train["text"])]
test = test[~test["text"].isin(train["text"]) & ~test["text"].isin(valid["text"])]

mean, std = float(train["price"].mean()), float(train["price"].std())


# %%
def collate(rows):
    texts, prices = zip(*rows)
    enc = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc, (torch.tensor(prices, dtype=torch.float32) - mean) / std


def loader(frame, shuffle=False):
    rows = list(zip(frame["text"].tolist(), frame["price"].tolist()))
    return DataLoader(rows, batch_size=16, shuffle=shuffle, collate_fn=collate)


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(CKPT)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(self.encoder.config.hidden_size, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1e-6)
        return self.head(self.dropout(pooled)).squeeze(-1)


@torch.no_grad()
def mae(model, batches):
    model.eval()
    errors = []
    for enc, y in batches:
        errors.append((model(enc["input_ids"], enc["attention_mask"]) - y).abs() * std)
    return torch.cat(errors).mean().item()


# %%
train_dl, valid_dl, test_dl = loader(train, shuffle=True), loader(valid), loader(test)
model = PriceModel()
EPOCHS = 30
optimizer = torch.optim.AdamW(
    [
        {"params": model.encoder.parameters(), "lr": 5e-4},
        {"params": model.head.parameters(), "lr": 2e-3},
    ],
    weight_decay=0.01,
)
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)
huber = nn.HuberLoss(delta=1.0)

for epoch in range(EPOCHS):
    model.train()
    for enc, y in train_dl:
        optimizer.zero_grad()
        loss = huber(model(enc["input_ids"], enc["attention_mask"]), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    schedule.step()
    if epoch % 5 == 4:
        print(f"{epoch + 1:2d}  train MAE {mae(model, train_dl):6.1f}  valid MAE {mae(model, valid_dl):6.1f}")

# %%
constant = (test["price"] - train["price"].median()).abs().mean()
print(f"test MAE {mae(model, test_dl):.1f}; always the median: {constant:.1f}")
