"""Sentence sentiment (SST-2 columns) with word embeddings and a bidirectional GRU."""
from collections import Counter

import pandas as pd
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

TRAIN = "data/glue/sst2/train-00000-of-00001.parquet"
VALID = "data/glue/sst2/validation-00000-of-00001.parquet"
PAD_ID, UNK_ID = 0, 1


def tokenize(sentence):
    return sentence.lower().replace(",", " ,").replace(".", " .").split()


class Vocab:
    def __init__(self, sentences, min_freq=1):
        counts = Counter(tok for s in sentences for tok in tokenize(s))
        words = [w for w, n in counts.most_common() if n >= min_freq]
        # 0 and 1 are padding and unknown
        self.word_to_id = {w: i for i, w in enumerate(words, start=2)}

    def __len__(self):
        return len(self.word_to_id)

    def encode(self, sentence):
        return torch.tensor([self.word_to_id.get(t, UNK_ID) for t in tokenize(sentence)])


class SentimentGRU(nn.Module):
    def __init__(self, vocab_size, dim=32, hidden=32):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=PAD_ID)
        self.gru = nn.GRU(dim, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(0.2)
        self.fc = nn.Linear(2 * hidden, 1)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.embedding(ids), lengths,
                                      batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)
        h = torch.cat([h[0], h[1]], dim=1)
        return self.fc(self.dropout(h)).squeeze(1)


def collate(batch):
    ids, labels = zip(*batch)
    lengths = torch.tensor([len(x) for x in ids])
    padded = pad_sequence(ids, batch_first=True, padding_value=PAD_ID)
    return padded, lengths, torch.tensor(labels, dtype=torch.float)


def to_examples(frame, vocab):
    return [(vocab.encode(s), l) for s, l in zip(frame["sentence"], frame["label"].tolist())]


def evaluate(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for ids, lengths, labels in loader:
            preds = (torch.sigmoid(model(ids, lengths)) > 0.5).float()
            correct += (preds == labels).sum().item()
    return correct / len(loader.dataset)


def main():
    torch.manual_seed(99)
    train_df = pd.read_parquet(TRAIN)
    valid_df = pd.read_parquet(VALID)

    vocab = Vocab(train_df["sentence"])
    train_loader = DataLoader(to_examples(train_df, vocab), batch_size=32,
                              shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(to_examples(valid_df, vocab), batch_size=96, collate_fn=collate)

    model = SentimentGRU(len(vocab))
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

    for epoch in range(5):
        model.train()
        total = 0.0
        for ids, lengths, labels in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(ids, lengths), labels)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item() * len(labels)
        print(f"epoch {epoch + 1}: loss {total / len(train_loader.dataset):.4f}, "
              f"valid accuracy {evaluate(model, valid_loader):.3f}")


if __name__ == "__main__":
    main()
