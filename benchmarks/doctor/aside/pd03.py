# Which desk handles the ticket? A small GRU classifier on word ids.
import json
from collections import Counter

import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(1)
PAD, UNK = 0, 1


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows, valid_rows = read("train"), read("validation")
counts = Counter(tok for row in train_rows for tok in row["text"].split())
vocab = {tok: i for i, (tok, _) in enumerate(counts.most_common(), start=2)}


class Tickets(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        ids = [vocab.get(tok, UNK) for tok in row["text"].split()]
        return torch.tensor(ids), torch.tensor(row["desk_id"])


class DeskClassifier(nn.Module):
    def __init__(self, n_tokens, n_desks, dim=48):
        super().__init__()
        self.emb = nn.Embedding(n_tokens, dim, padding_idx=PAD)
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, n_desks)

    def forward(self, ids):
        mask = (ids != PAD).unsqueeze(-1)
        states, _ = self.gru(self.emb(ids))
        states = states.masked_fill(~mask, float("-inf"))
        return self.out(states.max(dim=1).values)


train_dl = DataLoader(Tickets(train_rows), batch_size=16, shuffle=True)
valid_dl = DataLoader(Tickets(valid_rows), batch_size=64)

n_desks = len({row["desk_id"] for row in train_rows})
model = DeskClassifier(len(vocab) + 2, n_desks)
optim = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(5):
    model.train()
    for ids, desk in train_dl:
        optim.zero_grad()
        loss_fn(model(ids), desk).backward()
        optim.step()
    model.eval()
    with torch.no_grad():
        right = sum((model(ids).argmax(1) == desk).sum().item() for ids, desk in valid_dl)
    print(f"epoch {epoch:2d} valid accuracy {right / len(valid_rows):.3f}")
