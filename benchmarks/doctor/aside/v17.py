import json

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoConfig, AutoModel, AutoTokenizer

CHECKPOINT = "checkpoints/tickets"
DESKS = {"north": 0, "east": 1, "south": 2, "west": 3}


class Tickets(Dataset):
    def __init__(self, filename):
        self.samples = []
        with open(filename) as f:
            for line in f:
                obj = json.loads(line)
                self.samples.append((obj["text"], DESKS[obj["desk"]]))

    def __getitem__(self, i):
        return self.samples[i]

    def __len__(self):
        return len(self.samples)


class DeskClassifier(nn.Module):
    def __init__(self, checkpoint, num_classes):
        super().__init__()
        self.config = AutoConfig.from_pretrained(checkpoint)
        self.encoder = AutoModel.from_pretrained(checkpoint, config=self.config)
        self.drop = nn.Dropout(0.1)
        self.linear1 = nn.Linear(self.config.hidden_size, 64)
        self.relu = nn.ReLU()
        self.linear2 = nn.Linear(64, num_classes)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        x = self.drop(hidden[:, 0])
        x = self.relu(self.linear1(x))
        return self.linear2(x)


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def collate_fn(samples):
    texts, ys = zip(*samples)
    X = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return X, torch.tensor(ys)


def train_loop(dataloader, model, loss_fn, optimizer):
    model.train()
    history = []
    for X, y in dataloader:
        pred = model(X["input_ids"], X["attention_mask"])
        loss = loss_fn(pred, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return np.mean(history)


def test_loop(dataloader, model):
    model.eval()
    correct = 0
    with torch.no_grad():
        for X, y in dataloader:
            pred = model(X["input_ids"], X["attention_mask"])
            correct += (pred.argmax(1) == y).sum().item()
    return correct / len(dataloader.dataset)


torch.manual_seed(12)
train_loader = DataLoader(Tickets("data/tickets/train.jsonl"), batch_size=16, shuffle=True, collate_fn=collate_fn)
valid_loader = DataLoader(Tickets("data/tickets/validation.jsonl"), batch_size=32, collate_fn=collate_fn)

model = DeskClassifier(CHECKPOINT, len(DESKS))
loss_fn = nn.NLLLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)

for t in range(6):
    loss = train_loop(train_loader, model, loss_fn, optimizer)
    acc = test_loop(valid_loader, model)
    print(f"Epoch {t + 1}: loss {loss:.4f}  valid accuracy {100 * acc:0.1f}%")
