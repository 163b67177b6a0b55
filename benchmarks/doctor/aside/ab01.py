import json
import random

import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader

random.seed(1)
torch.manual_seed(1)


def read(name):
    with open(f"data/tickets/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
test_rows = read("test")

word2idx = {"<pad>": 0, "<unk>": 1}
for row in train_rows:
    for w in row["text"].split():
        if w not in word2idx:
            word2idx[w] = len(word2idx)


class TicketDataset(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        ids = [word2idx.get(w, 1) for w in self.rows[i]["text"].split()]
        return torch.tensor(ids), torch.tensor(self.rows[i]["desk_id"])


class BiLSTM(nn.Module):
    def __init__(self, vocab_size, n_classes, emb=48, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, emb, padding_idx=0)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(2 * hidden, n_classes)

    def forward(self, x):
        out, _ = self.lstm(self.emb(x))
        out = out.masked_fill((x == 0).unsqueeze(-1), -1e4)
        return self.fc(out.max(dim=1).values)


train_loader = DataLoader(TicketDataset(train_rows), batch_size=16, shuffle=True)
test_loader = DataLoader(TicketDataset(test_rows), batch_size=32)

model = BiLSTM(len(word2idx), 4)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

for epoch in range(12):
    model.train()
    running = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        running += loss.item()
    print(f"epoch {epoch + 1}: loss {running / len(train_loader):.4f}")

model.eval()
correct = 0
with torch.no_grad():
    for x, y in test_loader:
        correct += (model(x).argmax(1) == y).sum().item()
print("test accuracy", correct / len(test_rows))
