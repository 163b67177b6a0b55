"""LSTM text classifier on the support tickets, vocabulary built from scratch."""
import argparse
import json
from collections import Counter

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

PAD, UNK = 0, 1


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [(r["text"].lower().split(), r["desk_id"]) for r in rows]


def build_vocab(samples, min_freq):
    counter = Counter(tok for words, _ in samples for tok in words)
    kept = [w for w, c in counter.most_common() if c >= min_freq]
    return {w: i for i, w in enumerate(kept, start=2)}


def make_collate(vocab, max_len):
    def collate(batch):
        seqs = [torch.tensor([vocab.get(w, UNK) for w in words[:max_len]]) for words, _ in batch]
        lengths = torch.tensor([len(s) for s in seqs])
        labels = torch.tensor([label for _, label in batch])
        return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, labels
    return collate


class LSTMClassifier(nn.Module):
    def __init__(self, vocab_size, emb_dim, hidden, n_classes):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb_dim, padding_idx=PAD)
        self.lstm = nn.LSTM(emb_dim, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(2 * hidden, n_classes)

    def forward(self, ids, lengths):
        emb = self.drop(self.embedding(ids))
        packed = nn.utils.rnn.pack_padded_sequence(emb, lengths, batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)
        return self.out(torch.cat([h[0], h[1]], dim=1))


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = total = 0
    for ids, lengths, labels in loader:
        hits += (model(ids, lengths).argmax(1) == labels).sum().item()
        total += labels.size(0)
    return hits / total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--max_len", type=int, default=40)
    parser.add_argument("--min_freq", type=int, default=1)
    parser.add_argument("--seed", type=int, default=13)
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    train, valid, test = read("train"), read("validation"), read("test")
    vocab = build_vocab(train, args.min_freq)
    print("vocabulary:", len(vocab), "train samples:", len(train))
    collate = make_collate(vocab, args.max_len)
    train_loader = DataLoader(train, batch_size=args.batch_size, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(valid, batch_size=64, collate_fn=collate)
    test_loader = DataLoader(test, batch_size=64, collate_fn=collate)

    model = LSTMClassifier(len(vocab) + 2, 48, 48, 4)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(1, args.epochs + 1):
        model.train()
        total = 0.0
        for ids, lengths, labels in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(ids, lengths), labels)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch:2d} loss {total / len(train_loader):.3f} valid acc {accuracy(model, valid_loader):.3f}")
    print("test acc", accuracy(model, test_loader))


if __name__ == "__main__":
    main()
