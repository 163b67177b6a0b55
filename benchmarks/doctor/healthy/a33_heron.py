import pandas as pd
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
torch.manual_seed(8)


def load(split):
    df = pd.read_json(f"data/prices/{split}.jsonl", lines=True)
    enc = tokenizer(df["text"].tolist(), padding=True, truncation=True, return_tensors="pt")
    y = torch.tensor(df["price"].values / 1000, dtype=torch.float32)
    return TensorDataset(enc["input_ids"], enc["attention_mask"], y)


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = AutoModel.from_pretrained("checkpoints/prices")
        self.fc1 = nn.Linear(self.bert.config.dim, 32)
        self.act = nn.ReLU()
        self.fc2 = nn.Linear(32, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        cls = hidden[:, 0]
        return self.fc2(self.act(self.fc1(cls))).squeeze(-1)


train_dl = DataLoader(load("train"), batch_size=16, shuffle=True)
valid_dl = DataLoader(load("validation"), batch_size=64)

model = PriceModel()
optimizer = torch.optim.AdamW([
    {"params": model.bert.parameters(), "lr": 1e-3},
    {"params": list(model.fc1.parameters()) + list(model.fc2.parameters()), "lr": 2e-3},
])
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=1)
criterion = nn.MSELoss()

for epoch in range(8):
    model.train()
    train_loss = 0
    for input_ids, attention_mask, y in train_dl:
        optimizer.zero_grad()
        pred = model(input_ids, attention_mask)
        loss = criterion(pred, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        train_loss += loss.item() * len(y)

    model.eval()
    errors, squared = [], []
    with torch.no_grad():
        for input_ids, attention_mask, y in valid_dl:
            diff = model(input_ids, attention_mask) - y
            errors.append(diff.abs())
            squared.append(diff ** 2)
    mae = torch.cat(errors).mean().item()
    mse = torch.cat(squared).mean().item()
    scheduler.step(mse)
    print(f"epoch {epoch + 1} train mse {train_loss / len(train_dl.dataset):.4f} "
          f"valid mse {mse:.4f} valid mae {1000 * mae:.0f}")

y = valid_dl.dataset.tensors[2]
print("mae of the mean price:", round(1000 * (y - y.mean()).abs().mean().item()))
