#!/usr/bin/env python
import json
import os
from collections import Counter

import torch
import torch.nn as nn
import torch.optim as optim

SAVE_PATH = "out/ag13/desk_model.pt"
EPOCHS = 10
BATCH = 16


def load(name):
    rows = [json.loads(s) for s in open("data/tickets/%s.jsonl" % name)]
    return [r["text"].split() for r in rows], [r["desk_id"] for r in rows]


class Vocab:
    def __init__(self, sentences, min_freq=1):
        counts = Counter(w for s in sentences for w in s)
        self.itos = ["<pad>", "<unk>"] + sorted(w for w, c in counts.items() if c >= min_freq)
        self.stoi = {w: i for i, w in enumerate(self.itos)}

    def __len__(self):
        return len(self.itos)

    def encode(self, words):
        return [self.stoi.get(w, 1) for w in words]


class DeskLSTM(nn.Module):
    def __init__(self, vocab_size, emb=32, hidden=64, classes=4):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb, padding_idx=0)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(0.2)
        self.fc = nn.Linear(2 * hidden, classes)

    def forward(self, x):
        states, _ = self.lstm(self.embedding(x))
        return self.fc(self.dropout(states.max(dim=1).values))


def batches(sents, labels, vocab, shuffle=False):
    order = torch.randperm(len(sents)).tolist() if shuffle else range(len(sents))
    order = list(order)
    for i in range(0, len(order), BATCH):
        idx = order[i:i + BATCH]
        ids = [torch.tensor(vocab.encode(sents[j])) for j in idx]
        yield nn.utils.rnn.pad_sequence(ids, batch_first=True), torch.tensor([labels[j] for j in idx])


def train():
    torch.manual_seed(0)
    sents, labels = load("train")
    vocab = Vocab(sents)
    net = DeskLSTM(len(vocab))
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.Adam(net.parameters(), lr=3e-3)
    for epoch in range(EPOCHS):
        net.train()
        losses = []
        for x, y in batches(sents, labels, vocab, shuffle=True):
            optimizer.zero_grad()
            loss = criterion(net(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print("epoch", epoch, "loss", sum(losses) / len(losses))
    os.makedirs(os.path.dirname(SAVE_PATH), exist_ok=True)
    torch.save(net.state_dict(), SAVE_PATH)
    print("saved to", SAVE_PATH)
    return vocab


def test(vocab):
    net = DeskLSTM(len(vocab))
    net.load_state_dict(torch.load(SAVE_PATH, map_location="cpu"))
    net.eval()
    sents, labels = load("test")
    hits = 0
    with torch.no_grad():
        for x, y in batches(sents, labels, vocab):
            hits += (net(x).argmax(dim=1) == y).sum().item()
    print("test accuracy: %.3f" % (hits / len(sents)))


if __name__ == "__main__":
    v = train()
    test(v)
