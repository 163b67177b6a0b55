"""Review polarity with one hand-made attention layer; reviews are generated from word lists."""
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

GOOD = "good great lovely superb fine warm funny clever charming brilliant".split()
BAD = "bad awful dull poor weak cold boring silly clumsy terrible".split()
FILLER = "the a film plot actor scene music was is with and very quite it this of".split()

PAD = 0
vocab = {w: i + 1 for i, w in enumerate(GOOD + BAD + FILLER)}


def make_reviews(n, seed):
    rnd = random.Random(seed)
    rows = []
    for _ in range(n):
        label = rnd.randint(0, 1)
        length = rnd.randint(6, 24)
        major, minor = (GOOD, BAD) if label else (BAD, GOOD)
        words = rnd.choices(major, k=3) + rnd.choices(minor, k=1)
        words += rnd.choices(FILLER, k=length - 4)
        rnd.shuffle(words)
        rows.append((torch.tensor([vocab[w] for w in words]), label))
    return rows


def collate(rows):
    ids, labels = zip(*rows)
    return pad_sequence(ids, batch_first=True, padding_value=PAD), torch.tensor(labels)


class AttentionClassifier(nn.Module):
    def __init__(self, vocab_size, dim=32, heads=4):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.attn = nn.MultiheadAttention(dim, heads, dropout=0.1, batch_first=True)
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, 2)

    def forward(self, ids):
        mask = ids != PAD
        x = self.embed(ids)
        attended, _ = self.attn(x, x, x, key_padding_mask=mask)
        x = self.norm(x + attended)
        weights = mask.unsqueeze(-1).float()
        pooled = (x * weights).sum(1) / weights.sum(1)
        return self.head(pooled)


def evaluate(model, loader):
    model.eval()
    right = total = 0
    with torch.no_grad():
        for ids, labels in loader:
            right += (model(ids).argmax(-1) == labels).sum().item()
            total += len(labels)
    return right / total


if __name__ == "__main__":
    torch.manual_seed(5)
    train_loader = DataLoader(make_reviews(1600, seed=1), batch_size=32, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(make_reviews(400, seed=2), batch_size=64, collate_fn=collate)

    model = AttentionClassifier(vocab_size=len(vocab) + 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(1, 7):
        model.train()
        total = 0.0
        for ids, labels in train_loader:
            loss = criterion(model(ids), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(train_loader):.4f}, "
              f"valid accuracy {evaluate(model, valid_loader):.3f}")
