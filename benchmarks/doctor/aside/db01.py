"""
Toy version of the "associative lookup" probe: a sequence contains one marker token, the answer is the token
that stands right behind it. A model without any exchange between positions cannot solve it, an encoder
with self-attention solves it quickly.
"""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)
torch.set_num_threads(2)

VOCAB, MARK, LEN = 12, 12, 10        # ordinary tokens 0..11, marker has id 12


def make_split(n):
    x = torch.randint(0, VOCAB, (n, LEN))
    where = torch.randint(0, LEN - 1, (n,))
    rows = torch.arange(n)
    x[rows, where] = MARK
    return x, x[rows, where + 1]


class LookupEncoder(nn.Module):
    def __init__(self, dim=64, heads=4, layers=2):
        super().__init__()
        self.tok = nn.Embedding(VOCAB + 1, dim)
        self.pos = nn.Parameter(torch.randn(1, LEN, dim) * 0.1)
        layer = nn.TransformerEncoderLayer(d_model=dim, nhead=heads, dim_feedforward=4 * dim, dropout=0.0)
        self.encoder = nn.TransformerEncoder(layer, num_layers=layers)
        self.norm = nn.LayerNorm(dim)
        self.out = nn.Linear(dim, VOCAB)

    def forward(self, x):                       # x: (batch, len)
        h = self.tok(x) + self.pos              # (batch, len, dim)
        h = self.encoder(h)
        h = self.norm(h.mean(dim=1))            # average over the tokens of each sequence
        return self.out(h)


def evaluate(model, loader):
    model.eval()
    hits = total = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(-1) == y).sum().item()
            total += y.numel()
    return hits / total


train_dl = DataLoader(TensorDataset(*make_split(6000)), batch_size=100, shuffle=True)
valid_dl = DataLoader(TensorDataset(*make_split(1000)), batch_size=100)

EPOCHS = 12
model = LookupEncoder()
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=1e-3, total_steps=EPOCHS * len(train_dl))
criterion = nn.CrossEntropyLoss()

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for x, y in train_dl:
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()
        sched.step()
        running += loss.item()
    print(f"epoch {epoch + 1:2d}  loss {running / len(train_dl):.3f}  valid acc {evaluate(model, valid_dl):.3f}")
