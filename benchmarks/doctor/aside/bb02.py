import argparse
import json

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


class TagDataset(Dataset):
    def __init__(self, rows, word2id):
        self.rows = rows
        self.word2id = word2id

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, idx):
        row = self.rows[idx]
        ids = [self.word2id.get(w, 1) for w in row["words"]]
        return torch.tensor(ids), torch.tensor(row["tags"])


def collate_fn(batch):
    ids, tags = zip(*batch)
    ids = pad_sequence(ids, batch_first=True, padding_value=0)
    tags = pad_sequence(tags, batch_first=True, padding_value=-100)
    return ids, tags


class BiLSTMTagger(nn.Module):
    def __init__(self, vocab_size, n_tags, emb=64, hidden=64):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb, padding_idx=0)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(0.2)
        self.classifier = nn.Linear(2 * hidden, n_tags)

    def forward(self, ids):
        out, _ = self.lstm(self.embedding(ids))
        return self.classifier(self.dropout(out))


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    right = total = 0
    for ids, tags in loader:
        pred = model(ids).argmax(-1)
        names = tags > 0
        right += (pred[names] == tags[names]).sum().item()
        total += names.sum().item()
    return right / total


def main(args):
    torch.manual_seed(args.seed)
    train_rows = read("data/tags/train.jsonl")
    val_rows = read("data/tags/validation.jsonl")

    word2id = {"<pad>": 0, "<unk>": 1}
    for row in train_rows:
        for w in row["words"]:
            word2id.setdefault(w, len(word2id))

    train_loader = DataLoader(TagDataset(train_rows, word2id), batch_size=args.batch_size,
                              shuffle=True, collate_fn=collate_fn)
    val_loader = DataLoader(TagDataset(val_rows, word2id), batch_size=args.batch_size,
                            collate_fn=collate_fn)

    model = BiLSTMTagger(len(word2id), n_tags=4)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss(ignore_index=-100)

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for ids, tags in train_loader:
            optimizer.zero_grad()
            logits = model(ids)
            loss = criterion(logits, tags)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: train loss {total / len(train_loader):.4f}, "
              f"accuracy on names {evaluate(model, val_loader):.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
