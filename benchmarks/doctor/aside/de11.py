"""
Look-up task: a window holds six (key, value) symbols in mixed order and then a question;
the answer is the value (0 or 1) that belongs to the key which is asked for.

The Keras model had MultiHeadAttention + Dense blocks; here nn.TransformerEncoder does the same.
"""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

N_KEYS = 6
SEQ_LEN = N_KEYS + 1
VOCAB = 2 * N_KEYS + N_KEYS


def make_windows(n, seed):
    g = torch.Generator().manual_seed(seed)
    values = torch.randint(0, 2, (n, N_KEYS), generator=g)
    symbols = torch.arange(N_KEYS) * 2 + values
    mixed = torch.rand(n, N_KEYS, generator=g).argsort(dim=1)
    symbols = symbols.gather(1, mixed)
    asked = torch.randint(0, N_KEYS, (n,), generator=g)
    tokens = torch.cat([symbols, (2 * N_KEYS + asked)[:, None]], dim=1)
    answer = values[torch.arange(n), asked]
    return TensorDataset(tokens, answer)


class Reader(nn.Module):
    def __init__(self, dim=48, heads=4, depth=2):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, dim)
        self.pos = nn.Parameter(0.02 * torch.randn(1, SEQ_LEN, dim))
        layer = nn.TransformerEncoderLayer(d_model=dim, nhead=heads, dim_feedforward=2 * dim, dropout=0.0)
        self.encoder = nn.TransformerEncoder(layer, num_layers=depth)
        self.out = nn.Linear(dim, 2)

    def forward(self, tokens):
        h = self.tok(tokens) + self.pos          # (batch, time, dim)
        h = self.encoder(h)
        return self.out(h[:, -1])


def accuracy(model, loader):
    model.eval()
    hits = n = 0
    with torch.no_grad():
        for tokens, answer in loader:
            hits += (model(tokens).argmax(-1) == answer).sum().item()
            n += len(answer)
    return hits / n


def train(epochs=15, lr=2e-3, batch_size=64):
    torch.manual_seed(0)
    train_loader = DataLoader(make_windows(6000, seed=1), batch_size=batch_size, shuffle=True)
    valid_loader = DataLoader(make_windows(1000, seed=2), batch_size=250)
    model = Reader()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(1, epochs + 1):
        model.train()
        running, n = 0.0, 0
        for tokens, answer in train_loader:
            optimizer.zero_grad(set_to_none=True)
            loss = loss_fn(model(tokens), answer)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(answer)
            n += len(answer)
        print(f"[{epoch:02d}] loss {running / n:.4f}  valid acc {accuracy(model, valid_loader):.3f}")


if __name__ == "__main__":
    train()
