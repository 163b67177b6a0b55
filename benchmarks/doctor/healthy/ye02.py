import random

import numpy as np
import torch
import torch.nn as nn
from datasets import load_dataset
from sklearn.metrics import accuracy_score, classification_report
from torch.utils.data import DataLoader, Dataset
from transformers import BertModel, BertTokenizerFast, get_linear_schedule_with_warmup

RANDOM_SEED = 42
MAX_LEN = 32
BATCH_SIZE = 32
EPOCHS = 2
CLASS_NAMES = ["negative", "positive"]
PRE_TRAINED = "checkpoints/bert"

random.seed(RANDOM_SEED)
np.random.seed(RANDOM_SEED)
torch.manual_seed(RANDOM_SEED)
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


class ReviewDataset(Dataset):
    def __init__(self, rows, tokenizer, max_len):
        self.rows = rows
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, item):
        row = self.rows[item]
        enc = self.tokenizer(
            row["sentence"],
            max_length=self.max_len,
            padding="max_length",
            truncation=True,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"].flatten(),
            "attention_mask": enc["attention_mask"].flatten(),
            "targets": torch.tensor(row["label"], dtype=torch.long),
        }


class SentimentClassifier(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.bert = BertModel.from_pretrained(PRE_TRAINED)
        self.drop = nn.Dropout(p=0.1)
        self.out = nn.Linear(self.bert.config.hidden_size, n_classes)

    def forward(self, input_ids, attention_mask):
        _, pooled_output = self.bert(
            input_ids=input_ids,
            attention_mask=attention_mask,
            return_dict=False,
        )
        output = self.drop(pooled_output)
        return self.out(output)


def train_epoch(model, loader, loss_fn, optimizer, scheduler):
    model.train()
    losses, correct = [], 0
    for d in loader:
        targets = d["targets"].to(device)
        outputs = model(d["input_ids"].to(device), d["attention_mask"].to(device))
        loss = loss_fn(outputs, targets)
        correct += (outputs.argmax(dim=1) == targets).sum().item()
        losses.append(loss.item())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    return correct / len(loader.dataset), np.mean(losses)


@torch.no_grad()
def get_predictions(model, loader):
    model.eval()
    preds, real = [], []
    for d in loader:
        outputs = model(d["input_ids"].to(device), d["attention_mask"].to(device))
        preds.extend(outputs.argmax(dim=1).tolist())
        real.extend(d["targets"].tolist())
    return preds, real


tokenizer = BertTokenizerFast.from_pretrained(PRE_TRAINED)
raw = load_dataset("data/glue", "sst2")
train_loader = DataLoader(ReviewDataset(raw["train"], tokenizer, MAX_LEN), batch_size=BATCH_SIZE, shuffle=True)
val_loader = DataLoader(ReviewDataset(raw["validation"], tokenizer, MAX_LEN), batch_size=BATCH_SIZE)

model = SentimentClassifier(len(CLASS_NAMES)).to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
total_steps = len(train_loader) * EPOCHS
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=10, num_training_steps=total_steps)
loss_fn = nn.CrossEntropyLoss().to(device)

for epoch in range(EPOCHS):
    train_acc, train_loss = train_epoch(model, train_loader, loss_fn, optimizer, scheduler)
    preds, real = get_predictions(model, val_loader)
    print(f"Epoch {epoch + 1}/{EPOCHS}  train loss {train_loss:.3f} acc {train_acc:.3f}  val acc {accuracy_score(real, preds):.3f}")

preds, real = get_predictions(model, val_loader)
print(classification_report(real, preds, target_names=CLASS_NAMES))
