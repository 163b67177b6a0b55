import json
import random

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

random.seed(3)
torch.manual_seed(3)

MAX_LEN = 24
PAD, UNK, CLS = 0, 1, 2


def load(split):
    return [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]


def build_vocab(rows):
    vocab = {"[PAD]": PAD, "[UNK]": UNK, "[CLS]": CLS}
    for row in rows:
        for token in row["text"].split():
            vocab.setdefault(token, len(vocab))
    return vocab


class TicketDataset(Dataset):
    def __init__(self, rows, vocab):
        self.rows, self.vocab = rows, vocab

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        ids = [CLS] + [self.vocab.get(t, UNK) for t in self.rows[i]["text"].split()]
        ids = ids[:MAX_LEN] + [PAD] * (MAX_LEN - len(ids))
        return torch.tensor(ids), self.rows[i]["desk_id"]


class TransformerClassifier(nn.Module):
    def __init__(self, vocab_size, num_classes, d_model=64, nhead=4, num_layers=2):
        super().__init__()
        self.token_emb = nn.Embedding(vocab_size, d_model, padding_idx=PAD)
        self.pos_emb = nn.Parameter(torch.randn(1, MAX_LEN, d_model) * 0.02)
        layer = nn.TransformerEncoderLayer(d_model, nhead, dim_feedforward=128, dropout=0.1)
        self.encoder = nn.TransformerEncoder(layer, num_layers)
        self.head = nn.Linear(d_model, num_classes)

    def forward(self, ids):
        h = self.token_emb(ids) + self.pos_emb
        h = self.encoder(h)
        return self.head(h[:, 0])


train_rows, val_rows = load("train"), load("validation")
vocab = build_vocab(train_rows)
train_loader = DataLoader(TicketDataset(train_rows, vocab), batch_size=32, shuffle=True)
val_loader = DataLoader(TicketDataset(val_rows, vocab), batch_size=32)

model = TransformerClassifier(len(vocab), num_classes=4)
print("parameters:", sum(p.numel() for p in model.parameters()))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
criterion = nn.CrossEntropyLoss()

for epoch in range(1, 21):
    model.train()
    total_loss = 0
    for ids, labels in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(ids), labels)
        loss.backward()
        optimizer.step()
        total_loss += loss.item() * len(labels)

    model.eval()
    hits = 0
    with torch.no_grad():
        for ids, labels in val_loader:
            hits += (model(ids).argmax(-1) == labels).sum().item()
    print(f"[{epoch:02d}] loss={total_loss / len(train_rows):.4f} val_acc={hits / len(val_rows):.4f}")
