import numpy as np
import torch
import torch.nn as nn

# Which of two patterns hides in a noisy sequence? Bidirectional GRU, padded batches with lengths.

def make_split(n, rng):
    xs, ys = [], rng.integers(0, 3, n)
    for label in ys:
        length = rng.integers(15, 40)
        s = rng.normal(0, 0.6, length)
        start = rng.integers(0, length - 10)
        if label == 1:      # a slow bump
            s[start:start + 10] += 2 * np.sin(np.linspace(0, np.pi, 10))
        elif label == 2:    # a fast oscillation
            s[start:start + 10] += 1.5 * (-1.0) ** np.arange(10)
        xs.append(torch.tensor(s, dtype=torch.float32))
    return xs, torch.tensor(ys)


def batches(xs, ys, size, shuffle=False):
    order = torch.randperm(len(xs)) if shuffle else torch.arange(len(xs))
    for idx in order.split(size):
        seqs = [xs[i] for i in idx]
        yield (nn.utils.rnn.pad_sequence(seqs, batch_first=True).unsqueeze(-1),
               torch.tensor([len(s) for s in seqs]), ys[idx])


class BiGRU(nn.Module):
    def __init__(self, hidden=32, classes=3):
        super().__init__()
        self.gru = nn.GRU(1, hidden, num_layers=2, bidirectional=True, batch_first=True, dropout=0.1)
        self.head = nn.Linear(2 * hidden, classes)

    def forward(self, x, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)                   # (layers * 2, batch, hidden)
        top = torch.cat([h[-2], h[-1]], dim=1)    # both directions of the top layer
        return self.head(top)


def accuracy(model, xs, ys):
    model.eval()
    with torch.no_grad():
        pred = torch.cat([model(x, n).argmax(-1) for x, n, _ in batches(xs, ys, 256)])
    return (pred == ys).float().mean().item()


if __name__ == "__main__":
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    (xtr, ytr), (xva, yva), (xte, yte) = make_split(800, rng), make_split(200, rng), make_split(300, rng)
    model = BiGRU()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    best = 0.0
    best_weights = {k: v.clone() for k, v in model.state_dict().items()}
    for epoch in range(7):
        model.train()
        for x, n, y in batches(xtr, ytr, 32, shuffle=True):
            opt.zero_grad()
            nn.functional.cross_entropy(model(x, n), y).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
        acc = accuracy(model, xva, yva)
        improved = acc > best
        if improved:
            best, best_weights = acc, {k: v.clone() for k, v in model.state_dict().items()}
        print(f"epoch {epoch} validation accuracy {acc:.3f}{' *' if improved else ''}")
    model.load_state_dict(best_weights)
    print(f"test accuracy of the best weights: {accuracy(model, xte, yte):.3f}")
