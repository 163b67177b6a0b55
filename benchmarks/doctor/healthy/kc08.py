"""Homework 4: bidirectional GRU with my own vocabulary on the help-desk tickets."""
import json
import os
from collections import Counter

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

DATA = "data/tickets"
SAVE_DIR = "out/kc08"
PAD, UNK = 0, 1

torch.manual_seed(0)
os.makedirs(SAVE_DIR, exist_ok=True)


def read(split):
    with open(os.path.join(DATA, split + ".jsonl"), encoding="utf-8") as f:
        return [json.loads(line) for line in f]


# ---- data ----
# Some texts are in more than one file: a text stays only in the "later" file (test > validation > train).
test_rows = read("test")
test_texts = {r["text"] for r in test_rows}
valid_rows = [r for r in read("validation") if r["text"] not in test_texts]
held_out = test_texts | {r["text"] for r in valid_rows}
train_rows = [r for r in read("train") if r["text"] not in held_out]
print("rows:", len(train_rows), len(valid_rows), len(test_rows))

counts = Counter(w for r in train_rows for w in r["text"].split())
vocab = {"<pad>": PAD, "<unk>": UNK}
for word, _ in counts.most_common():
    vocab[word] = len(vocab)
print("vocabulary:", len(vocab))

num_labels = max(r["desk_id"] for r in train_rows) + 1


def encode(text):
    return torch.tensor([vocab.get(w, UNK) for w in text.split()])


def collate(rows):
    seqs = [encode(r["text"]) for r in rows]
    lengths = torch.tensor([len(s) for s in seqs])
    labels = torch.tensor([r["desk_id"] for r in rows])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, labels


def word_dropout(ids, p=0.05):
    """Now and then a word becomes <unk>, so that the <unk> vector gets trained at all."""
    drop = (torch.rand(ids.shape) < p) & (ids != PAD)
    return ids.masked_fill(drop, UNK)


train_loader = DataLoader(train_rows, batch_size=32, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid_rows, batch_size=64, collate_fn=collate)
test_loader = DataLoader(test_rows, batch_size=64, collate_fn=collate)


# ---- model ----
class GRUClassifier(nn.Module):
    def __init__(self, vocab_size, emb=48, hidden=48, labels=4):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb, padding_idx=PAD)
        self.gru = nn.GRU(emb, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(0.3)
        self.out = nn.Linear(2 * hidden, labels)

    def forward(self, ids, lengths):
        x = self.dropout(self.embedding(ids))
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.gru(packed)[0], batch_first=True)
        mask = torch.arange(states.size(1))[None, :] >= lengths[:, None]
        states = states.masked_fill(mask[:, :, None], float("-inf"))       # padding never wins the maximum
        return self.out(self.dropout(states.max(dim=1).values))


model = GRUClassifier(len(vocab), labels=num_labels)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
criterion = nn.CrossEntropyLoss()


def run_eval(loader):
    model.eval()
    loss_sum, correct, n = 0.0, 0, 0
    with torch.no_grad():
        for ids, lengths, labels in loader:
            logits = model(ids, lengths)
            loss_sum += criterion(logits, labels).item() * len(labels)
            correct += (logits.argmax(1) == labels).sum().item()
            n += len(labels)
    return loss_sum / n, correct / n


# ---- training with early stopping ----
best_loss, bad_epochs, PATIENCE = float("inf"), 0, 4
for epoch in range(1, 31):
    model.train()
    for ids, lengths, labels in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(word_dropout(ids), lengths), labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    val_loss, val_acc = run_eval(valid_loader)
    print(f"epoch {epoch}: val loss {val_loss:.4f}, val acc {val_acc:.4f}")
    if val_loss < best_loss:
        best_loss, bad_epochs = val_loss, 0
        torch.save(model.state_dict(), os.path.join(SAVE_DIR, "best.pt"))
    else:
        bad_epochs += 1
        if bad_epochs == PATIENCE:
            print("early stopping")
            break

model.load_state_dict(torch.load(os.path.join(SAVE_DIR, "best.pt"), weights_only=True))
test_loss, test_acc = run_eval(test_loader)
majority = Counter(r["desk_id"] for r in train_rows).most_common(1)[0][0]
baseline = sum(r["desk_id"] == majority for r in test_rows) / len(test_rows)
print(f"test loss {test_loss:.4f}, test acc {test_acc:.4f}, majority class {baseline:.4f}")
