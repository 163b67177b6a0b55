# Guess the price of an ad from its text: DistilBERT encoder + a small head of our own
import pandas as pd
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader
from transformers import AutoModel, AutoTokenizer

SEED = 0
torch.manual_seed(SEED)

tok = AutoTokenizer.from_pretrained("checkpoints/prices")
train_df = pd.read_json("data/prices/train.jsonl", lines=True)
valid_df = pd.read_json("data/prices/validation.jsonl", lines=True)

# prices are in the hundreds: standardize them with the training set's mean and deviation
MEAN, STD = train_df.price.mean(), train_df.price.std()


class PriceData(Dataset):
    def __init__(self, df):
        self.enc = tok(df.text.tolist(), padding=True, truncation=True, return_tensors="pt")
        self.y = torch.tensor(((df.price - MEAN) / STD).values, dtype=torch.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.enc["input_ids"][i], self.enc["attention_mask"][i], self.y[i]


class PriceModel(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        self.head = nn.Sequential(
            nn.Linear(self.encoder.config.dim, 32),
            nn.ReLU(),
            nn.Linear(32, 1),
        )

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1)
        mean = (h * m).sum(1) / m.sum(1)
        return self.head(mean)


train_loader = DataLoader(PriceData(train_df), batch_size=16, shuffle=True)
valid_loader = DataLoader(PriceData(valid_df), batch_size=80)

model = PriceModel("checkpoints/prices")
criterion = nn.MSELoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)


def mean_abs_error():
    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for ids, mask, y in valid_loader:
            preds.extend((model(ids, mask) * STD + MEAN).flatten().tolist())
            golds.extend((y * STD + MEAN).tolist())
    return sum(abs(p - g) for p, g in zip(preds, golds)) / len(golds)


print(f"always the mean: MAE {(valid_df.price - MEAN).abs().mean():.1f}")
for epoch in range(8):
    model.train()
    losses = []
    for ids, mask, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(ids, mask), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch + 1}  train mse {sum(losses) / len(losses):.4f}  valid MAE {mean_abs_error():.1f}")
