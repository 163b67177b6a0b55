# %% [markdown]
# Sentiment of short movie comments with an LSTM (toy data)

# %%
import os
import random

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

random.seed(0)
torch.manual_seed(0)
os.makedirs("out/cg04", exist_ok=True)

# %% toy corpus
good = ["great", "lovely", "funny", "brilliant", "moving", "clever"]
bad = ["boring", "awful", "slow", "stupid", "dull", "clumsy"]
filler = ["the", "a", "movie", "plot", "actor", "was", "very", "and", "it", "scene", "ending"]


def make_example():
    label = random.randint(0, 1)
    words = random.choices(filler, k=random.randint(4, 12))
    for w in random.choices(good if label else bad, k=random.randint(1, 3)):
        words.insert(random.randrange(len(words) + 1), w)
    return words, label


train = [make_example() for _ in range(1200)]
valid = [make_example() for _ in range(300)]

# %% vocabulary:  0 is padding, 1 is unknown
vocab = {"<pad>": 0, "<unk>": 1}
for words, _ in train:
    for w in words:
        vocab.setdefault(w, len(vocab))


def collate(batch):
    seqs = [torch.tensor([vocab.get(w, 1) for w in words]) for words, _ in batch]
    lengths = torch.tensor([len(s) for s in seqs])
    labels = torch.tensor([label for _, label in batch])
    return pad_sequence(seqs, batch_first=True), lengths, labels


train_loader = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=100, collate_fn=collate)


# %% model
class LSTMClassifier(nn.Module):
    def __init__(self, vocab_size, emb=32, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, emb, padding_idx=0)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, 2)

    def forward(self, tokens, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(
            self.emb(tokens), lengths, batch_first=True, enforce_sorted=False
        )
        _, h = self.lstm(packed)
        h = torch.cat([h[-2], h[-1]], dim=1)
        return self.out(h)


model = LSTMClassifier(len(vocab))
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
loss_fn = nn.CrossEntropyLoss()

# %% training
for epoch in range(4):
    model.train()
    for tokens, lengths, labels in train_loader:
        opt.zero_grad()
        loss = loss_fn(model(tokens, lengths), labels)
        loss.backward()
        opt.step()

    model.eval()
    right = 0
    with torch.no_grad():
        for tokens, lengths, labels in valid_loader:
            right += (model(tokens, lengths).argmax(1) == labels).sum().item()
    print("epoch", epoch, "valid acc", right / len(valid))

torch.save(model.state_dict(), "out/cg04/lstm.pt")
