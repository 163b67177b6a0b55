"""Price estimates from ads: DistilBERT encoder + linear layer, trained with Accelerate."""
import json

import numpy as np
import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(2)
accelerator = Accelerator(cpu=True)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def read(split):
    return [json.loads(line) for line in open(f"data/prices/{split}.jsonl")]


train_rows, valid_rows = read("train"), read("validation")
prices = np.array([r["price"] for r in train_rows], dtype=float)
MEAN, STD = prices.mean(), prices.std()


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    target = torch.tensor([(r["price"] - MEAN) / STD for r in rows], dtype=torch.float32)
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "target": target}


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained("checkpoints/prices")
        self.regressor = nn.Linear(self.encoder.config.dim, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        mean = (hidden * mask).sum(1) / mask.sum(1)
        return self.regressor(mean)


model = PriceModel()
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
train_dl = DataLoader(train_rows, batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid_rows, batch_size=64, collate_fn=collate)
model, optimizer, train_dl, valid_dl = accelerator.prepare(model, optimizer, train_dl, valid_dl)
mse = nn.MSELoss()

for epoch in range(10):
    model.train()
    losses = []
    for batch in train_dl:
        optimizer.zero_grad()
        output = model(batch["input_ids"], batch["attention_mask"])
        loss = mse(output.squeeze(-1), batch["target"])
        accelerator.backward(loss)
        optimizer.step()
        losses.append(loss.item())

    model.eval()
    errors = []
    for batch in valid_dl:
        with torch.no_grad():
            output = model(batch["input_ids"], batch["attention_mask"]).reshape(-1)
        output, target = accelerator.gather_for_metrics((output, batch["target"]))
        errors.extend(((output - target).abs() * STD).tolist())
    accelerator.print(f"epoch {epoch:2d}  train mse {np.mean(losses):.4f}  valid error {np.mean(errors):.1f} euro")
