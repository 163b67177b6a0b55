import json
import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader
from transformers import AutoModel, AutoTokenizer

SEED = 0
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
MODEL_NAME = "checkpoints/tickets"
MAX_LEN = 32
tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)


class TicketDataset(Dataset):
    def __init__(self, path):
        self.texts, self.targets = [], []
        for line in open(path):
            d = json.loads(line)
            self.texts.append(d["text"])
            self.targets.append(d["desk_id"])

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, item):
        enc = tokenizer(
            self.texts[item],
            max_length=MAX_LEN,
            padding="max_length",
            truncation=True,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"].flatten(),
            "attention_mask": enc["attention_mask"].flatten(),
            "targets": torch.tensor(self.targets[item], dtype=torch.long),
        }


class DeskClassifier(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.bert = AutoModel.from_pretrained(MODEL_NAME)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(self.bert.config.hidden_size, n_classes)

    def forward(self, input_ids, attention_mask):
        hidden = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.out(self.drop(hidden[:, 0]))


def train_epoch(model, loader, loss_fn, optimizer, scheduler):
    model.train()
    losses, correct = [], 0
    for d in loader:
        input_ids = d["input_ids"].to(device)
        attention_mask = d["attention_mask"].to(device)
        targets = d["targets"].to(device)
        outputs = model(input_ids, attention_mask)
        loss = loss_fn(outputs, targets)
        correct += torch.sum(outputs.argmax(dim=1) == targets).item()
        losses.append(loss.item())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        optimizer.zero_grad()
        scheduler.step()
    return correct / len(loader.dataset), np.mean(losses)


def eval_model(model, loader, loss_fn):
    model.eval()
    losses, correct = [], 0
    with torch.no_grad():
        for d in loader:
            targets = d["targets"].to(device)
            outputs = model(d["input_ids"].to(device), d["attention_mask"].to(device))
            correct += torch.sum(outputs.argmax(dim=1) == targets).item()
            losses.append(loss_fn(outputs, targets).item())
    return correct / len(loader.dataset), np.mean(losses)


train_loader = DataLoader(TicketDataset("data/tickets/train.jsonl"), batch_size=16, shuffle=True)
val_loader = DataLoader(TicketDataset("data/tickets/validation.jsonl"), batch_size=16)

model = DeskClassifier(4).to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5, gamma=0.1)
loss_fn = nn.CrossEntropyLoss()

EPOCHS = 8
for epoch in range(EPOCHS):
    print(f"Epoch {epoch + 1}/{EPOCHS}")
    train_acc, train_loss = train_epoch(model, train_loader, loss_fn, optimizer, scheduler)
    print(f"Train loss {train_loss:.4f} accuracy {train_acc:.4f}")
    val_acc, val_loss = eval_model(model, val_loader, loss_fn)
    print(f"Val   loss {val_loss:.4f} accuracy {val_acc:.4f}\n")
