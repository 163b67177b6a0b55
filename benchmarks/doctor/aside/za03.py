"""GRU that tells the desk of a support ticket, word level, from scratch."""
import json
from collections import Counter

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(42)
DATA = "data/tickets"
PAD, UNK = 0, 1


def read(split):
    with open(f"{DATA}/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def tokenize(text):
    return text.lower().replace(".", " ").replace(",", " ").replace("?", " ").split()


train_rows, val_rows = read("train"), read("validation")
counts = Counter(w for row in train_rows for w in tokenize(row["text"]))
vocab = {"<pad>": PAD, "<unk>": UNK}
for word, n in counts.most_common():
    if n >= 2:
        vocab[word] = len(vocab)
print("vocabulary:", len(vocab))


class Tickets(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        ids = [vocab.get(w, UNK) for w in tokenize(row["text"])]
        return torch.tensor(ids), torch.tensor(row["desk_id"])


def collate(batch):
    seqs, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, torch.stack(labels)


class GRUClassifier(nn.Module):
    def __init__(self, vocab_size, dim=48, hidden=48, classes=4):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.gru = nn.GRU(dim, hidden, batch_first=True)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(hidden, classes)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.emb(ids), lengths, batch_first=True)
        _, h = self.gru(packed)
        return self.out(self.drop(h[-1]))


train_dl = DataLoader(Tickets(train_rows), batch_size=16, shuffle=True, collate_fn=collate)
val_dl = DataLoader(Tickets(val_rows), batch_size=32, collate_fn=collate)

model = GRUClassifier(len(vocab))
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(1, 9):
    model.train()
    seen, loss_sum = 0, 0.0
    for ids, lengths, labels in train_dl:
        optimizer.zero_grad()
        loss = loss_fn(model(ids, lengths), labels)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        loss_sum += loss.item() * len(labels)
        seen += len(labels)

    model.eval()
    correct = 0
    with torch.no_grad():
        for ids, lengths, labels in val_dl:
            correct += (model(ids, lengths).argmax(-1) == labels).sum().item()
    print(f"epoch {epoch}  loss {loss_sum / seen:.3f}  val acc {correct / len(val_rows):.3f}")
