"""Sentiment of short sentences with averaged word vectors (no pretrained model)."""
import re
from collections import Counter

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

PAD, UNK = 0, 1


def words(s):
    return re.findall(r"[a-z']+", s.lower())


class Vocabulary:
    def __init__(self, sentences, min_count=2):
        counts = Counter(w for s in sentences for w in words(s))
        kept = sorted(w for w, c in counts.items() if c >= min_count)
        self.word2id = {w: i for i, w in enumerate(kept, start=2)}

    def __len__(self):
        return len(self.word2id)

    def encode(self, sentence):
        return [self.word2id.get(w, UNK) for w in words(sentence)]


class Sentences(Dataset):
    def __init__(self, frame, vocab):
        self.ids = [torch.tensor(vocab.encode(s)) for s in frame["sentence"]]
        self.labels = frame["label"].tolist()

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.ids[i], self.labels[i]


def collate(batch):
    ids, labels = zip(*batch)
    return nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=PAD), torch.tensor(labels)


class MeanOfWords(nn.Module):
    def __init__(self, vocab_size, dim=64, n_classes=2):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.mlp = nn.Sequential(nn.Dropout(0.3), nn.Linear(dim, 64), nn.ReLU(), nn.Linear(64, n_classes))

    def forward(self, ids):
        mask = (ids != PAD).unsqueeze(-1).float()
        vectors = self.embedding(ids) * mask
        mean = vectors.sum(dim=1) / mask.sum(dim=1).clamp(min=1.0)
        return self.mlp(mean)


def evaluate(model, loader):
    model.eval()
    hits = n = 0
    with torch.no_grad():
        for ids, labels in loader:
            hits += (model(ids).argmax(dim=-1) == labels).sum().item()
            n += labels.numel()
    return hits / n


def main():
    torch.manual_seed(1)
    train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

    vocab = Vocabulary(train["sentence"])
    print("words known:", len(vocab))
    train_dl = DataLoader(Sentences(train, vocab), batch_size=32, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(Sentences(valid, vocab), batch_size=128, collate_fn=collate)

    model = MeanOfWords(len(vocab))
    loss_fn = nn.CrossEntropyLoss()
    opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)

    for epoch in range(8):
        model.train()
        total = 0.0
        for ids, labels in train_dl:
            opt.zero_grad()
            loss = loss_fn(model(ids), labels)
            loss.backward()
            opt.step()
            total += loss.item() * len(labels)
        print(f"epoch {epoch}: loss {total / len(train):.4f}, valid acc {evaluate(model, valid_dl):.4f}")


if __name__ == "__main__":
    main()
