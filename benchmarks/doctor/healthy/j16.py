"""Rare-event sequence classification: packed bidirectional GRU, batches bucketed by length, focal loss,
a learning rate range test,
early stopping on average precision with the best weights restored, decision threshold tuned on validation."""
import copy
import random

import numpy as np
import torch
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset, Sampler

A, B, FIRST, VOCAB = 1, 2, 3, 40  # 0 is padding; the event is "A comes before B"


def make(n, rng):
    seqs, labels = [], []
    for _ in range(n):
        length = rng.randint(6, 30)
        s = [rng.randrange(FIRST, VOCAB) for _ in range(length)]
        i, j = sorted(rng.sample(range(length), 2))
        y = int(rng.random() < 0.12)
        if y:
            s[i], s[j] = A, B
        else:
            kind = rng.randrange(4)
            if kind == 0:
                s[i], s[j] = B, A
            elif kind == 1:
                s[i], s[j] = A, A
            elif kind == 2:
                s[j] = B
        seqs.append(torch.tensor(s))
        labels.append(y)
    return seqs, labels


class SeqData(Dataset):
    def __init__(self, n, rng):
        self.seqs, self.labels = make(n, rng)

    def __len__(self):
        return len(self.seqs)

    def __getitem__(self, i):
        return self.seqs[i], self.labels[i]


class BucketSampler(Sampler):
    """Shuffles, sorts by length inside pools of 20 batches, shuffles the batches. Every row once per epoch."""

    def __init__(self, lengths, batch_size, seed=0):
        self.lengths, self.batch_size = lengths, batch_size
        self.rng = random.Random(seed)

    def __iter__(self):
        idx = list(range(len(self.lengths)))
        self.rng.shuffle(idx)
        pool = self.batch_size * 20
        batches = []
        for p in range(0, len(idx), pool):
            chunk = sorted(idx[p : p + pool], key=self.lengths.__getitem__)
            batches += [chunk[b : b + self.batch_size] for b in range(0, len(chunk), self.batch_size)]
        self.rng.shuffle(batches)
        yield from batches

    def __len__(self):
        pool = self.batch_size * 20
        full, rest = divmod(len(self.lengths), pool)
        return full * 20 + -(-rest // self.batch_size)


def collate(rows):
    seqs, labels = zip(*rows)
    return pad_sequence(seqs, batch_first=True), torch.tensor([len(s) for s in seqs]), torch.tensor(labels, dtype=torch.float)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, 16, padding_idx=0)
        self.gru = nn.GRU(16, 32, batch_first=True, bidirectional=True)
        self.out = nn.Sequential(nn.Dropout(0.1), nn.Linear(64, 1))

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)  # last valid state of both directions
        return self.out(torch.cat([h[0], h[1]], -1)).squeeze(-1)


def focal(logits, y, gamma=1.5):
    bce = nn.functional.binary_cross_entropy_with_logits(logits, y, reduction="none")
    return ((1 - torch.exp(-bce)) ** gamma * bce).mean()


def lr_range_test(model, loader, low=1e-5, high=0.1, steps=60):
    """Leslie Smith's range test on a copy of the model: the rate at which the smoothed loss is lowest, over ten."""
    probe = copy.deepcopy(model).train()
    opt = torch.optim.Adam(probe.parameters(), lr=low)
    factor = (high / low) ** (1 / (steps - 1))
    batches, rates, losses, smooth = iter(loader), [], [], None
    for _ in range(steps):
        try:
            x, n, y = next(batches)
        except StopIteration:
            batches = iter(loader)
            x, n, y = next(batches)
        opt.zero_grad()
        loss = focal(probe(x, n), y)
        loss.backward()
        opt.step()
        smooth = loss.item() if smooth is None else 0.8 * smooth + 0.2 * loss.item()
        rates.append(opt.param_groups[0]["lr"])
        losses.append(smooth)
        if smooth > 4 * min(losses):
            break
        opt.param_groups[0]["lr"] *= factor
    return rates[int(np.argmin(losses))] / 10


@torch.no_grad()
def predict(model, loader):
    model.eval()
    p, t = [], []
    for x, n, y in loader:
        p.append(torch.sigmoid(model(x, n)))
        t.append(y)
    return torch.cat(p).numpy(), torch.cat(t).numpy()


if __name__ == "__main__":
    torch.manual_seed(0)
    rng = random.Random(0)
    train, valid, test = SeqData(3000, rng), SeqData(1000, rng), SeqData(1000, rng)
    train_dl = DataLoader(train, batch_sampler=BucketSampler([len(s) for s in train.seqs], 50), collate_fn=collate)
    valid_dl = DataLoader(valid, 250, collate_fn=collate)
    test_dl = DataLoader(test, 250, collate_fn=collate)
    print(f"positives: train {np.mean(train.labels):.3f} valid {np.mean(valid.labels):.3f}")

    model = Tagger()
    lr = lr_range_test(model, train_dl)
    print(f"learning rate from the range test: {lr:.2e}")
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    best, best_state, patience, bad = -1.0, None, 4, 0
    for epoch in range(1, 21):
        model.train()
        total = 0.0
        for x, n, y in train_dl:
            opt.zero_grad()
            loss = focal(model(x, n), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            total += loss.item() * len(y)
        p, t = predict(model, valid_dl)
        ap = average_precision_score(t, p)
        print(f"epoch {epoch:2d}: loss {total / len(train):.4f}  valid AP {ap:.4f}")
        if ap > best + 1e-4:
            best, bad = ap, 0
            best_state = {k: v.detach().clone() for k, v in model.state_dict().items()}
        else:
            bad += 1
            if bad >= patience:
                break
    model.load_state_dict(best_state)

    p, t = predict(model, valid_dl)
    prec, rec, thr = precision_recall_curve(t, p)
    f1 = 2 * prec * rec / np.maximum(prec + rec, 1e-9)
    threshold = thr[np.argmax(f1[:-1])]
    p, t = predict(model, test_dl)
    print(f"test AP {average_precision_score(t, p):.4f} (prevalence {t.mean():.3f})  F1 at {threshold:.3f}: {f1_score(t, p >= threshold):.4f}")
