import json

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

PAD, UNK = 0, 1
IGNORE = -100
NUM_TAGS = 5


def load(split):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as handle:
        return [json.loads(line) for line in handle]


class Vocab:
    def __init__(self, rows):
        self.index = {"<pad>": PAD, "<unk>": UNK}
        for row in rows:
            for word in row["words"]:
                self.index.setdefault(word, len(self.index))

    def __len__(self):
        return len(self.index)

    def encode(self, words):
        return torch.tensor([self.index.get(w, UNK) for w in words])


class BiLSTMTagger(nn.Module):
    def __init__(self, vocab_size, num_tags, dim=64, hidden=64):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.dropout = nn.Dropout(0.2)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.classifier = nn.Linear(2 * hidden, num_tags)

    def forward(self, words):
        hidden, _ = self.lstm(self.dropout(self.embedding(words)))
        return self.classifier(self.dropout(hidden))


def make_collate(vocab):
    def collate(rows):
        words = pad_sequence([vocab.encode(r["words"]) for r in rows], batch_first=True, padding_value=PAD)
        tags = pad_sequence([torch.tensor(r["tags"]) for r in rows], batch_first=True, padding_value=IGNORE)
        return words, tags

    return collate


@torch.no_grad()
def score(model, loader):
    model.eval()
    hits = total = name_hits = names = 0
    for words, tags in loader:
        guess = model(words).argmax(-1)
        real = tags != IGNORE
        named = real & (tags != 0)
        hits += (guess[real] == tags[real]).sum().item()
        total += real.sum().item()
        name_hits += (guess[named] == tags[named]).sum().item()
        names += named.sum().item()
    return hits / total, name_hits / names


def main():
    torch.manual_seed(7)
    train_rows, dev_rows = load("train"), load("validation")
    vocab = Vocab(train_rows)
    collate = make_collate(vocab)
    train_loader = DataLoader(train_rows, batch_size=16, shuffle=True, collate_fn=collate)
    dev_loader = DataLoader(dev_rows, batch_size=64, collate_fn=collate)

    model = BiLSTMTagger(len(vocab), NUM_TAGS)
    criterion = nn.CrossEntropyLoss(ignore_index=IGNORE)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

    for epoch in range(10):
        model.train()
        running = 0.0
        for words, tags in train_loader:
            optimizer.zero_grad()
            logits = model(words)
            loss = criterion(logits, tags)
            loss.backward()
            optimizer.step()
            running += loss.item()
        accuracy, on_names = score(model, dev_loader)
        print(f"{epoch:2d}  loss {running / len(train_loader):.3f}  words {accuracy:.3f}  names {on_names:.3f}")


if __name__ == "__main__":
    main()
