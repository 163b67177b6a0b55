"""Which desk should a ticket go to? Small BiLSTM, words split on blanks."""
import json
from collections import Counter

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(42)
DESKS = ["north", "east", "south", "west"]


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def build_vocab(rows, min_freq=1):
    counter = Counter(w for r in rows for w in r["text"].split())
    vocab = {"<pad>": 0, "<unk>": 1}
    for word, n in counter.most_common():
        if n >= min_freq:
            vocab[word] = len(vocab)
    return vocab


class TicketDataset(Dataset):
    def __init__(self, rows, vocab):
        self.rows = rows
        self.vocab = vocab

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        ids = [self.vocab.get(w, 1) for w in row["text"].split()]
        return torch.tensor(ids), torch.tensor(row["desk_id"])


class BiLSTM(nn.Module):
    def __init__(self, vocab_size, n_labels, dim=64, hidden=64):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, dim, padding_idx=0)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, n_labels)

    def forward(self, ids):
        states, _ = self.lstm(self.embed(ids))
        states = states.masked_fill((ids == 0).unsqueeze(-1), -1e4)
        pooled = states.max(dim=1).values
        return self.out(pooled)


def evaluate(model, loader):
    model.eval()
    hits, total = 0, 0
    with torch.no_grad():
        for ids, labels in loader:
            hits += (model(ids).argmax(-1) == labels).sum().item()
            total += labels.size(0)
    return hits / total


def main():
    train_rows = read("data/tickets/train.jsonl")
    valid_rows = read("data/tickets/validation.jsonl")
    vocab = build_vocab(train_rows)
    print("vocabulary:", len(vocab))

    train_dl = DataLoader(TicketDataset(train_rows, vocab), batch_size=16, shuffle=True)
    valid_dl = DataLoader(TicketDataset(valid_rows, vocab), batch_size=64)

    model = BiLSTM(len(vocab), len(DESKS))
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(8):
        model.train()
        losses = []
        for ids, labels in train_dl:
            loss = loss_fn(model(ids), labels)
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}, validation accuracy {evaluate(model, valid_dl):.3f}")


if __name__ == "__main__":
    main()
