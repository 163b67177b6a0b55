import pandas as pd
import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

# Several labels for each ticket: does it mention a delivery, a payment, a defect, is it urgent?
KEYS = {"delivery": "warehouse|picture|scratch", "payment": "charged", "defect": "start|noise|stopped", "urgent": "urgent"}

torch.manual_seed(23)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def frame(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    df = df[df.text.str.split().str.len() < 30].reset_index(drop=True)
    for name, words in KEYS.items():
        df[name] = df.text.str.contains(words).astype(float)
    return df


def collate(batch):
    enc = tokenizer([t for t, _ in batch], truncation=True, padding=True, return_tensors="pt")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
            "targets": torch.tensor([y for _, y in batch])}


def loader(split, shuffle):
    df = frame(split)
    return DataLoader(list(zip(df.text, df[list(KEYS)].values.tolist())), batch_size=16, shuffle=shuffle, collate_fn=collate)


class MultiLabel(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = AutoModel.from_pretrained("checkpoints/tickets")
        self.fc = nn.Linear(64, len(KEYS))

    def forward(self, input_ids, attention_mask):
        pooled = self.bert(input_ids, attention_mask).last_hidden_state[:, 0]
        return torch.sigmoid(self.fc(pooled))


accelerator = Accelerator()
model = MultiLabel()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
model, optimizer, train_dl, val_dl = accelerator.prepare(model, optimizer, loader("train", True), loader("validation", False))
criterion = nn.BCEWithLogitsLoss()

for epoch in range(7):
    model.train()
    running = 0.0
    for b in train_dl:
        loss = criterion(model(b["input_ids"], b["attention_mask"]), b["targets"])
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        running += loss.item()

    model.eval()
    p, y = [], []
    with torch.no_grad():
        for b in val_dl:
            out, gold = accelerator.gather_for_metrics((model(b["input_ids"], b["attention_mask"]), b["targets"]))
            p.append(torch.sigmoid(out) > 0.5)
            y.append(gold.bool())
    p, y = torch.cat(p), torch.cat(y)
    tp = (p & y).sum().item()
    f1 = 2 * tp / (p.sum().item() + y.sum().item())
    exact = (p == y).all(1).float().mean().item()
    accelerator.print(f"epoch {epoch}: loss {running / len(train_dl):.3f}  micro F1 {f1:.3f}  all four right {exact:.3f}")
