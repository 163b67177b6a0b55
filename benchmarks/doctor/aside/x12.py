"""Predict the price of an advert: transformer encoder, mean pooling, linear regressor."""
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer, set_seed

MODEL_DIR = "checkpoints/prices"


class PriceRegressor(nn.Module):
    def __init__(self, model_dir):
        super().__init__()
        self.backbone = AutoModel.from_pretrained(model_dir)
        size = self.backbone.config.hidden_size
        self.regressor = nn.Sequential(nn.Linear(size, size), nn.ReLU(), nn.Linear(size, 1))

    def forward(self, input_ids, attention_mask):
        hidden = self.backbone(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        pooled = (hidden * mask).sum(1) / mask.sum(1)
        return self.regressor(pooled)


class PriceDataset(Dataset):
    def __init__(self, frame):
        self.texts = frame["text"].tolist()
        self.prices = torch.tensor(frame["price"].values, dtype=torch.float32) / 1000

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, index):
        return self.texts[index], self.prices[index]


def mse(pred, target):
    return ((pred - target) ** 2).mean()


def predict(model, loader):
    model.eval()
    preds, targets = [], []
    with torch.no_grad():
        for batch, price in loader:
            preds.append(model(batch["input_ids"], batch["attention_mask"]).squeeze(-1))
            targets.append(price)
    return torch.cat(preds) * 1000, torch.cat(targets) * 1000


def report(name, preds, targets):
    mae = (preds - targets).abs().mean().item()
    r2 = 1 - ((preds - targets) ** 2).sum() / ((targets - targets.mean()) ** 2).sum()
    print(f"{name}: MAE {mae:.1f}  R2 {r2.item():.4f}  predicted {preds.min().item():.0f} to {preds.max().item():.0f}")


def main():
    set_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)
    model = PriceRegressor(MODEL_DIR)

    def collate(items):
        texts, prices = zip(*items)
        return tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt"), torch.stack(prices)

    frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
    loaders = {
        s: DataLoader(PriceDataset(f), batch_size=16, shuffle=(s == "train"), collate_fn=collate)
        for s, f in frames.items()
    }

    optimizer = torch.optim.AdamW(
        [
            {"params": model.backbone.parameters(), "lr": 5e-4},
            {"params": model.regressor.parameters(), "lr": 1e-3},
        ],
        weight_decay=0.01,
    )

    for epoch in range(10):
        model.train()
        epoch_loss = 0.0
        for batch, price in loaders["train"]:
            optimizer.zero_grad()
            pred = model(batch["input_ids"], batch["attention_mask"])
            loss = mse(pred, price)
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item() / len(loaders["train"])
        print(f"epoch {epoch + 1} loss {epoch_loss:.4f}")
        report("  validation", *predict(model, loaders["validation"]))

    report("test", *predict(model, loaders["test"]))


if __name__ == "__main__":
    main()
