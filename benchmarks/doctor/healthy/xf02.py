# Which of two voices is speaking? A GRU over word ids of sentences of variable length.
import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

torch.manual_seed(1)
rng = np.random.default_rng(1)

GOOD = "great lovely superb nice brilliant".split()
BAD = "awful dull boring poor terrible".split()
FILL = "the film was on and we saw it with a friend last week in town".split()
vocab = {w: i + 1 for i, w in enumerate(GOOD + BAD + FILL)}  # 0 is padding


def make_review():
    label = int(rng.integers(2))
    words = list(rng.choice(FILL, rng.integers(3, 14)))
    for _ in range(2):
        words.insert(int(rng.integers(len(words))), str(rng.choice(GOOD if label else BAD)))
    return torch.tensor([vocab[w] for w in words]), label


def collate(batch):
    seqs, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True), lengths, torch.tensor(labels)


class GRUClassifier(nn.Module):
    def __init__(self, n_words, emb=24, hidden=32, n_classes=2):
        super().__init__()
        self.embedding = nn.Embedding(n_words, emb, padding_idx=0)
        self.gru = nn.GRU(emb, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, n_classes)

    def forward(self, x, lengths):
        # packing wants the longest sequence first
        lengths, order = lengths.sort(descending=True)
        packed = pack_padded_sequence(self.embedding(x[order]), lengths, batch_first=True)
        _, h = self.gru(packed)
        h = h[-1][order.argsort()]
        return self.fc(h)


train = DataLoader([make_review() for _ in range(800)], 32, shuffle=True, collate_fn=collate)
test = DataLoader([make_review() for _ in range(200)], 50, collate_fn=collate)

model = GRUClassifier(len(vocab) + 1)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(8):
    model.train()
    total = 0
    for x, lengths, y in train:
        optimizer.zero_grad()
        loss = loss_fn(model(x, lengths), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(y)
    model.eval()
    with torch.no_grad():
        correct = sum((model(x, l).argmax(1) == y).sum().item() for x, l, y in test)
    print(f"epoch {epoch + 1}: train loss {total / 800:.3f}, test accuracy {correct / 200:.3f}")
