# Sentiment of reviews: a small TextCNN on our own vocabulary
import re
from collections import Counter

import pandas as pd
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

torch.manual_seed(2024)

train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
valid_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")


def tokenize(text):
    return re.findall(r"[a-z']+", text.lower())


counts = Counter(tok for s in train_df.sentence for tok in tokenize(s))
vocab = {"<pad>": 0, "<unk>": 1}
for word, n in counts.most_common():
    if n >= 2:
        vocab[word] = len(vocab)
print("vocabulary:", len(vocab))


def encode(text):
    return torch.tensor([vocab.get(tok, vocab["<unk>"]) for tok in tokenize(text)])


def make_rows(df):
    return [(encode(s), int(y)) for s, y in zip(df.sentence, df.label)]


def collate(batch):
    ids, ys = zip(*batch)
    return pad_sequence(ids, batch_first=True, padding_value=vocab["<pad>"]), torch.tensor(ys)


train_dl = DataLoader(make_rows(train_df), batch_size=32, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(make_rows(valid_df), batch_size=128, collate_fn=collate)


class TextCNN(nn.Module):
    def __init__(self, vocab_size, dim=64, channels=64, n_classes=2):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=0)
        self.convs = nn.ModuleList([nn.Conv1d(dim, channels, k, padding=k // 2) for k in (1, 3, 5)])
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(3 * channels, n_classes)

    def forward(self, ids):
        x = self.embedding(ids).transpose(1, 2)
        pooled = [F.relu(conv(x)).max(dim=2).values for conv in self.convs]
        return self.fc(self.drop(torch.cat(pooled, dim=1)))


model = TextCNN(len(vocab))
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(8):
    model.train()
    running = 0.0
    for ids, ys in train_dl:
        opt.zero_grad()
        loss = loss_fn(model(ids), ys)
        loss.backward()
        opt.step()
        running += loss.item() * len(ys)

    model.eval()
    correct = 0
    with torch.no_grad():
        for ids, ys in valid_dl:
            correct += (model(ids).argmax(1) == ys).sum().item()
    print(f"epoch {epoch}: loss {running / len(train_df):.4f}  valid acc {correct / len(valid_df):.4f}")
