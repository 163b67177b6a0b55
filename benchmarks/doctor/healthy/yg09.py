# %% [code]
import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.metrics import f1_score
from torch.utils.data import DataLoader, Dataset
from tqdm import tqdm
from transformers import AutoConfig, AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup

MODEL_PATH = "checkpoints/tickets"
EPOCHS = 6
BS = 16
DEVICE = torch.device("cpu")
torch.manual_seed(3)

train = pd.read_json("data/tickets/train.jsonl", lines=True)
valid = pd.read_json("data/tickets/validation.jsonl", lines=True)
tokenizer = AutoTokenizer.from_pretrained(MODEL_PATH)


# %% [code]
class TicketsDataset(Dataset):
    def __init__(self, df):
        self.texts = df["text"].values
        self.targets = df["desk_id"].values

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        enc = tokenizer(
            self.texts[i],
            max_length=32,
            padding="max_length",
            truncation=True,
            return_tensors="pt",
        )
        return {
            "ids": enc["input_ids"].squeeze(0),
            "mask": enc["attention_mask"].squeeze(0),
            "target": torch.tensor(self.targets[i], dtype=torch.long),
        }


class MeanPooling(nn.Module):
    def forward(self, hidden, mask):
        mask = mask.unsqueeze(-1).float()
        return (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)


class TicketsModel(nn.Module):
    def __init__(self, path, n_classes=4):
        super().__init__()
        self.config = AutoConfig.from_pretrained(path)
        self.backbone = AutoModel.from_pretrained(path)
        self.pool = MeanPooling()
        self.fc = nn.Linear(self.config.hidden_size, n_classes)

    def forward(self, ids, mask):
        hidden = self.backbone(input_ids=ids, attention_mask=mask).last_hidden_state
        return self.fc(self.pool(hidden, mask))


# %% [code]
def train_one_epoch(model, loader, optimizer, scheduler, criterion):
    model.train()
    total = 0
    bar = tqdm(loader, desc="train", leave=False)
    for batch in bar:
        ids, mask, y = (batch[k].to(DEVICE) for k in ("ids", "mask", "target"))
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            logits = model(ids, mask)
            loss = criterion(logits, y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += loss.item()
        bar.set_postfix(loss=loss.item())
    return total / len(loader)


def valid_one_epoch(model, loader, criterion):
    model.eval()
    total, preds, targets = 0, [], []
    for batch in tqdm(loader, desc="valid", leave=False):
        ids, mask, y = (batch[k].to(DEVICE) for k in ("ids", "mask", "target"))
        with torch.no_grad(), torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            logits = model(ids, mask)
            loss = criterion(logits, y)
        total += loss.item()
        preds.append(logits.float().cpu().numpy())
        targets.append(y.cpu().numpy())
    preds = np.concatenate(preds).argmax(1)
    return total / len(loader), f1_score(np.concatenate(targets), preds, average="macro")


# %% [code]
train_loader = DataLoader(TicketsDataset(train), batch_size=BS, shuffle=True, drop_last=True)
valid_loader = DataLoader(TicketsDataset(valid), batch_size=BS * 2)
model = TicketsModel(MODEL_PATH).to(DEVICE)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
steps = EPOCHS * len(train_loader)
scheduler = get_cosine_schedule_with_warmup(optimizer, int(0.1 * steps), steps)

for epoch in range(EPOCHS):
    tr = train_one_epoch(model, train_loader, optimizer, scheduler, criterion)
    va, score = valid_one_epoch(model, valid_loader, criterion)
    print(f"epoch {epoch}: train {tr:.4f} valid {va:.4f} macro-f1 {score:.4f}")
