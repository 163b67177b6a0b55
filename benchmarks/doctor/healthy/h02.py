# sentiment with an LSTM from scratch, no pretrained stuff
import re
from collections import Counter

import pandas as pd
import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader

torch.manual_seed(42)

train_df = pd.read_parquet('data/glue/sst2/train-00000-of-00001.parquet')
valid_df = pd.read_parquet('data/glue/sst2/validation-00000-of-00001.parquet')

MAX_LEN = 24
BATCH = 32
EMB = 64
HID = 64


def tok(s):
    return re.findall(r"[a-z']+", s.lower())


counts = Counter(w for s in train_df.sentence for w in tok(s))
vocab = {'<pad>': 0, '<unk>': 1}
for w, c in counts.most_common():
    if c > 1:
        vocab[w] = len(vocab)
print('vocab size', len(vocab))


def encode(s):
    ids = [vocab.get(w, 1) for w in tok(s)][:MAX_LEN]
    return [0] * (MAX_LEN - len(ids)) + ids     # pre-padding like keras does


def to_loader(df, shuffle):
    x = torch.tensor([encode(s) for s in df.sentence])
    y = torch.tensor(df.label.values.copy())
    return DataLoader(TensorDataset(x, y), batch_size=BATCH, shuffle=shuffle)


class SentimentLSTM(nn.Module):
    def __init__(self, vocab_size):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, EMB, padding_idx=0)
        self.lstm = nn.LSTM(EMB, HID, num_layers=1, batch_first=True)
        self.dropout = nn.Dropout(0.3)
        self.fc = nn.Linear(HID, 2)

    def forward(self, x):
        emb = self.embedding(x)
        out, (h, c) = self.lstm(emb)
        last = out[:, -1, :]
        return self.fc(self.dropout(last))


train_loader = to_loader(train_df, True)
valid_loader = to_loader(valid_df, False)

model = SentimentLSTM(len(vocab))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

for epoch in range(12):
    model.train()
    running = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        running += loss.item()

    model.eval()
    correct = 0
    with torch.no_grad():
        for x, y in valid_loader:
            correct += (model(x).argmax(1) == y).sum().item()
    print('epoch %d  train loss %.4f  val acc %.4f' % (epoch + 1, running / len(train_loader), correct / len(valid_df)))
