# Which kind of event dominates a session? Sessions have different lengths.
import random

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

PAD, CLS = 0, 1
N_EVENTS = 12          # ids 2..13; the first six are "browse", the others "buy"
MAX_LEN = 24


class Sessions(Dataset):
    def __init__(self, n, seed):
        rng = random.Random(seed)
        self.rows = []
        while len(self.rows) < n:
            length = rng.choice(range(5, 19, 2))
            lean = rng.random()
            events = [
                rng.randrange(2, 8) if rng.random() < lean else rng.randrange(8, 14)
                for _ in range(length)
            ]
            buys = sum(e >= 8 for e in events)
            self.rows.append((events, int(buys > length / 2)))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def collate(rows):
    ids = torch.full((len(rows), MAX_LEN), PAD)
    for i, (events, _) in enumerate(rows):
        seq = [CLS] + events
        ids[i, : len(seq)] = torch.tensor(seq)
    return ids, torch.tensor([label for _, label in rows])


class SessionClassifier(nn.Module):
    def __init__(self, d=32):
        super().__init__()
        self.emb = nn.Embedding(N_EVENTS + 2, d, padding_idx=PAD)
        self.pos = nn.Parameter(torch.randn(1, MAX_LEN, d) * 0.02)
        layer = nn.TransformerEncoderLayer(
            d, nhead=4, dim_feedforward=64, dropout=0.1, batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 2)

    def forward(self, ids):
        mask = ids != PAD
        h = self.emb(ids) + self.pos
        h = self.encoder(h, src_key_padding_mask=mask)
        return self.head(self.norm(h[:, 0]))


def accuracy(model, loader):
    model.eval()
    right = total = 0
    with torch.no_grad():
        for ids, y in loader:
            right += (model(ids).argmax(1) == y).sum().item()
            total += len(y)
    return right / total


torch.manual_seed(11)
torch.set_num_threads(2)
train = DataLoader(Sessions(3000, seed=1), batch_size=64, shuffle=True, collate_fn=collate)
valid = DataLoader(Sessions(600, seed=2), batch_size=128, collate_fn=collate)

net = SessionClassifier()
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
ce = nn.CrossEntropyLoss()

for epoch in range(8):
    net.train()
    running = 0.0
    for ids, y in train:
        loss = ce(net(ids), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item()
    print(f"{epoch}: loss {running / len(train):.3f}  valid acc {accuracy(net, valid):.3f}")
