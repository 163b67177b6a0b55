"""Variable-length sequences through a packed GRU: does a string contain more 'up' than 'down' events?"""
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence

PAD, VOCAB = 0, 10          # tokens 1..9; 1,2,3 are up, 4,5,6 are down, 7,8,9 are neutral


def samples(n, seed):
    rng = random.Random(seed)
    done = set()
    while len(done) < n:
        seq = tuple(rng.randint(1, 9) for _ in range(rng.randint(8, 25)))
        up, down = sum(t <= 3 for t in seq), sum(4 <= t <= 6 for t in seq)
        if up == down or seq in done:       # no ties, no doubles
            continue
        done.add(seq)
        yield torch.tensor(seq), float(up > down)


def collate(rows):
    seqs, ys = zip(*rows)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, torch.tensor(ys)


class Classifier(nn.Module):
    def __init__(self, dim=16, hidden=32):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, dim, padding_idx=PAD)
        self.gru = nn.GRU(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)             # h is already back in the order of the batch
        return self.out(h[-1]).squeeze(1)


def accuracy(model, loader):
    model.eval()
    right = total = 0
    with torch.inference_mode():
        for x, n, y in loader:
            right += ((model(x, n) > 0) == (y > 0.5)).sum().item()
            total += y.numel()
    return right / total


def main():
    torch.manual_seed(0)
    rows = list(samples(3000, seed=0))
    train, valid, test = rows[:2000], rows[2000:2500], rows[2500:]
    mk = lambda r, s: torch.utils.data.DataLoader(r, batch_size=50, shuffle=s, collate_fn=collate)
    train_dl, valid_dl, test_dl = mk(train, True), mk(valid, False), mk(test, False)

    model = Classifier()
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="max", factor=0.5, patience=2)

    best, state = -1.0, None
    for epoch in range(20):
        model.train()
        for x, n, y in train_dl:
            optimizer.zero_grad()
            loss = criterion(model(x, n), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        acc = accuracy(model, valid_dl)
        scheduler.step(acc)
        print(f"{epoch:2d} valid {acc:.3f} lr {optimizer.param_groups[0]['lr']:.4f}")
        if acc > best:
            best, state = acc, {k: v.clone() for k, v in model.state_dict().items()}

    model.load_state_dict(state)
    ups = sum(y for _, y in test) / len(test)
    print(f"test {accuracy(model, test_dl):.3f}; majority {max(ups, 1 - ups):.3f}")


if __name__ == "__main__":
    main()
