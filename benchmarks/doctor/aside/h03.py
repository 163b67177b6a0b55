import json
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from sklearn.metrics import f1_score

torch.manual_seed(1)
IGNORE = -100
N_TAGS = 4


def read(split):
    return [json.loads(l) for l in open(f"data/tags/{split}.jsonl")]


train, valid, test = read("train"), read("validation"), read("test")

word2ix = {"<pad>": 0, "<unk>": 1}
for row in train:
    for w in row["words"]:
        word2ix.setdefault(w, len(word2ix))


def collate(rows):
    words = [torch.tensor([word2ix.get(w, 1) for w in r["words"]]) for r in rows]
    tags = [torch.tensor(r["tags"]) for r in rows]
    return (pad_sequence(words, batch_first=True),
            pad_sequence(tags, batch_first=True, padding_value=IGNORE))


class Tagger(nn.Module):
    """embedding -> bi-GRU -> linear"""

    def __init__(self, n_words, n_tags, dim=64, hidden=64):
        super().__init__()
        self.emb = nn.Embedding(n_words, dim, padding_idx=0)
        self.gru = nn.GRU(dim, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(2 * hidden, n_tags)

    def forward(self, x):
        h, _ = self.gru(self.drop(self.emb(x)))
        return self.out(self.drop(h))          # (batch, seq, tags)


def loss_fn(logits, tags):
    b, t, c = logits.shape
    return F.cross_entropy(logits.view(b, c, t), tags, ignore_index=IGNORE)


def evaluate(model, rows):
    model.eval()
    gold, pred = [], []
    with torch.no_grad():
        for x, y in DataLoader(rows, batch_size=32, collate_fn=collate):
            p = model(x).argmax(-1)
            keep = y != IGNORE
            gold += y[keep].tolist()
            pred += p[keep].tolist()
    acc = sum(g == p for g, p in zip(gold, pred)) / len(gold)
    return acc, f1_score(gold, pred, labels=[1, 2, 3], average="micro", zero_division=0)


def main():
    model = Tagger(len(word2ix), N_TAGS)
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
    for epoch in range(1, 21):
        model.train()
        total = 0
        for x, y in loader:
            loss = loss_fn(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        if epoch % 4 == 0:
            acc, f1 = evaluate(model, valid)
            print(f"{epoch:3d} loss {total / len(loader):.3f} valid acc {acc:.3f} f1 {f1:.3f}")
    acc, f1 = evaluate(model, test)
    print(f"TEST acc {acc:.3f} f1 {f1:.3f}")


main()
