"""Bag of an LSTM: sentiment of short remarks with a vocabulary of our own."""
import random
from collections import Counter

import pandas as pd
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

PAD, UNK = 0, 1
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Vocab:
    def __init__(self, sentences, min_count=1):
        counts = Counter(w for s in sentences for w in s.split())
        self.words = [w for w, c in counts.most_common() if c >= min_count]
        self.index = {w: i + 2 for i, w in enumerate(self.words)}

    def encode(self, sentence):
        return torch.tensor([self.index.get(w, UNK) for w in sentence.split()])


class LSTMClassifier(nn.Module):
    def __init__(self, vocab, dim=48, hidden=48, classes=2):
        super().__init__()
        self.embed = nn.Embedding(len(vocab.words), dim, padding_idx=PAD)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(2 * hidden, classes)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(
            self.embed(ids), lengths, batch_first=True, enforce_sorted=False
        )
        _, (h, _) = self.lstm(packed)
        return self.fc(self.drop(torch.cat([h[0], h[1]], dim=1)))


def read(split):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    return df.drop_duplicates("sentence")


def batches(df, vocab, shuffle):
    rows = [(vocab.encode(s), int(y)) for s, y in zip(df["sentence"], df["label"])]

    def collate(items):
        ids, ys = zip(*items)
        lengths = torch.tensor([len(i) for i in ids])
        return pad_sequence(ids, batch_first=True, padding_value=PAD), lengths, torch.tensor(ys)

    return DataLoader(rows, batch_size=32, shuffle=shuffle, collate_fn=collate)


def accuracy(net, loader):
    net.eval()
    good = total = 0
    with torch.inference_mode():
        for ids, lengths, ys in loader:
            good += (net(ids.to(DEVICE), lengths).argmax(-1).cpu() == ys).sum().item()
            total += len(ys)
    return good / total


random.seed(0)
torch.manual_seed(0)
train_df, valid_df = read("train"), read("validation")
valid_df = valid_df[~valid_df["sentence"].isin(set(train_df["sentence"]))]
vocab = Vocab(train_df["sentence"])
train_loader = batches(train_df, vocab, shuffle=True)
valid_loader = batches(valid_df, vocab, shuffle=False)

net = LSTMClassifier(vocab).to(DEVICE)
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(5):
    net.train()
    for ids, lengths, ys in train_loader:
        opt.zero_grad()
        loss = loss_fn(net(ids.to(DEVICE), lengths), ys.to(DEVICE))
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
    print(f"epoch {epoch}: last loss {loss.item():.3f}, val accuracy {accuracy(net, valid_loader):.3f}")
