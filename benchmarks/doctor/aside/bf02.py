import pandas as pd
import torch
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(0)


class PriceDataset(Dataset):
    def __init__(self, df, tokenizer, max_len=24):
        self.text = df["text"]
        self.price = df["price"]
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.text)

    def __getitem__(self, index):
        enc = self.tokenizer(
            self.text[index],
            truncation=True,
            padding="max_length",
            max_length=self.max_len,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"].squeeze(0),
            "attention_mask": enc["attention_mask"].squeeze(0),
            # in thousands
            "labels": torch.tensor(self.price[index] / 1000, dtype=torch.float),
        }


df = pd.read_json("data/prices/train.jsonl", lines=True)
print(df.describe())

train_df, val_df = train_test_split(df, test_size=0.2, random_state=7)
print("train:", train_df.shape, "val:", val_df.shape)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
train_loader = DataLoader(PriceDataset(train_df, tokenizer), batch_size=16, shuffle=True)
val_loader = DataLoader(PriceDataset(val_df, tokenizer), batch_size=32)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(12):
    model.train()
    total = 0.0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        total += loss.item()

    model.eval()
    preds, targets = [], []
    with torch.no_grad():
        for batch in val_loader:
            labels = batch.pop("labels")
            preds += (model(**batch).logits.squeeze(-1) * 1000).tolist()
            targets += (labels * 1000).tolist()
    print(f"epoch {epoch + 1}: train loss {total / len(train_loader):.4f} "
          f"val MAE {mean_absolute_error(targets, preds):.1f} R2 {r2_score(targets, preds):.3f}")
