import json
from pathlib import Path

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

DATA = Path("data/tickets")
EMBED_ROWS = 300


class TicketData(Dataset):
    def __init__(self, split, vocab=None):
        with open(DATA / f"{split}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        self.texts = [row["text"].lower().split() for row in rows]
        self.labels = [row["desk_id"] for row in rows]
        if vocab is None:
            vocab = {"<unk>": 0}
            for text in self.texts:
                for word in text:
                    vocab.setdefault(word, len(vocab))
        self.vocab = vocab

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return [self.vocab.get(w, 0) for w in self.texts[i]], self.labels[i]


def collate_batch(batch):
    ids, offsets, labels = [], [0], []
    for seq, label in batch:
        ids.extend(seq)
        offsets.append(offsets[-1] + len(seq))
        labels.append(label)
    return torch.tensor(ids), torch.tensor(offsets[:-1]), torch.tensor(labels)


class BagClassifier(nn.Module):
    def __init__(self, rows, dim, n_classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(rows, dim, mode="mean")
        self.fc1 = nn.Linear(dim, 64)
        self.fc2 = nn.Linear(64, n_classes)

    def forward(self, ids, offsets):
        return self.fc2(torch.relu(self.fc1(self.bag(ids, offsets))))


def accuracy(model, loader):
    model.eval()
    right = total = 0
    with torch.no_grad():
        for ids, offsets, labels in loader:
            right += (model(ids, offsets).argmax(1) == labels).sum().item()
            total += len(labels)
    return right / total


torch.manual_seed(2)
train_data = TicketData("train")
valid_data = TicketData("validation", vocab=train_data.vocab)
test_data = TicketData("test", vocab=train_data.vocab)
train_loader = DataLoader(train_data, batch_size=16, shuffle=True, collate_fn=collate_batch)
valid_loader = DataLoader(valid_data, batch_size=64, collate_fn=collate_batch)
test_loader = DataLoader(test_data, batch_size=64, collate_fn=collate_batch)

model = BagClassifier(EMBED_ROWS, 64, 4)
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(15):
    model.train()
    for ids, offsets, labels in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(ids, offsets), labels)
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch + 1:2d}  train acc {accuracy(model, train_loader):.3f}  valid acc {accuracy(model, valid_loader):.3f}")
print("test acc", accuracy(model, test_loader))
