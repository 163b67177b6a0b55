"""Support tickets -> desk, bag of embeddings + MLP (exercise sheet 6, task 2)."""
import json
from collections import Counter
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader

DATA = Path("data/tickets")
DESKS = ["north", "east", "south", "west"]
MAX_WORDS = 80
torch.manual_seed(11)


def read(split, skip=()):
    rows, seen = [], set(skip)
    for line in (DATA / f"{split}.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["text"] in seen:      # the same ticket was sometimes exported twice
            continue
        seen.add(row["text"])
        rows.append((row["text"], row["desk_id"]))
    return rows


train_rows = read("train")
train_texts = {t for t, _ in train_rows}
val_rows = read("validation", skip=train_texts)
test_rows = read("test", skip=train_texts | {t for t, _ in val_rows})
print(len(train_rows), len(val_rows), len(test_rows))


class Vocab:
    PAD, UNK = 0, 1

    def __init__(self, texts, min_count=1):
        counts = Counter(w for t in texts for w in t.lower().split())
        words = [w for w, c in counts.most_common() if c >= min_count]
        # 0 and 1 are reserved
        self.stoi = {w: i for i, w in enumerate(words, start=2)}

    def __len__(self):
        return len(self.stoi)

    def encode(self, text):
        return [self.stoi.get(w, self.UNK) for w in text.lower().split()][:MAX_WORDS]


vocab = Vocab(t for t, _ in train_rows)
print("vocabulary:", len(vocab))


def collate(batch):
    ids = [torch.tensor(vocab.encode(t)) for t, _ in batch]
    x = nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=Vocab.PAD)
    return x, torch.tensor([y for _, y in batch])


class BagClassifier(nn.Module):
    def __init__(self, vocab_size, dim, n_classes):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=Vocab.PAD)
        self.mlp = nn.Sequential(
            nn.Linear(dim, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, n_classes))

    def forward(self, x):
        mask = (x != Vocab.PAD).unsqueeze(-1).float()
        e = self.embedding(x) * mask
        mean = e.sum(1) / mask.sum(1).clamp(min=1)
        return self.mlp(mean)


model = BagClassifier(len(vocab), 48, len(DESKS))
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
criterion = nn.CrossEntropyLoss()
train_dl = DataLoader(train_rows, batch_size=32, shuffle=True, collate_fn=collate)


def evaluate(rows):
    model.eval()
    with torch.no_grad():
        x, y = collate(rows)
        return (model(x).argmax(1) == y).float().mean().item()


for epoch in range(25):
    model.train()
    for x, y in train_dl:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: validation accuracy {evaluate(val_rows):.3f}")
print(f"test accuracy {evaluate(test_rows):.3f}")
