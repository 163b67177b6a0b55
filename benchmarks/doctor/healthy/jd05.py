"""LSTM over sequences of different length (packed), interrupted half way and resumed from a checkpoint.

The class of a sequence is the marker (one of three symbols) that occurred last in it.
"""
import random
from pathlib import Path

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

OUT = Path("out/jd05")
OUT.mkdir(parents=True, exist_ok=True)
PAD, MARKERS, FILLERS = 0, (1, 2, 3), tuple(range(4, 14))
EPOCHS = 10


def make_sequences(count, seed):
    rnd = random.Random(seed)
    found = {}
    while len(found) < count:  # a dict: each sequence once, so the parts have none in common
        length = rnd.randint(6, 30)
        seq = [rnd.choice(FILLERS) for _ in range(length)]
        for place in rnd.sample(range(length), rnd.randint(2, 5)):
            seq[place] = rnd.choice(MARKERS)
        last = next(s for s in reversed(seq) if s in MARKERS)
        found[tuple(seq)] = MARKERS.index(last)
    return [(torch.tensor(s), label) for s, label in found.items()]


def collate(batch):
    seqs, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, torch.tensor(labels)


class LastMarker(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(14, 16, padding_idx=PAD)
        self.lstm = nn.LSTM(16, 48, batch_first=True)
        self.head = nn.Linear(48, 3)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.emb(ids), lengths, batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)  # h: the state after the last real symbol of each row, in the order given
        return self.head(h[-1])


class Run:
    """everything that changes while training, in one place"""

    def __init__(self, steps_per_epoch):
        self.model = LastMarker()
        self.opt = torch.optim.Adam(self.model.parameters(), lr=4e-3)
        self.sched = torch.optim.lr_scheduler.LinearLR(
            self.opt, start_factor=1.0, end_factor=0.05, total_iters=EPOCHS * steps_per_epoch
        )
        self.epoch, self.best = 0, 0.0

    def save(self, path):
        torch.save({
            "model": self.model.state_dict(), "opt": self.opt.state_dict(), "sched": self.sched.state_dict(),
            "epoch": self.epoch, "best": self.best, "rng": torch.get_rng_state(),
        }, path)

    def restore(self, path):
        state = torch.load(path, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.opt.load_state_dict(state["opt"])
        self.sched.load_state_dict(state["sched"])
        self.epoch, self.best = state["epoch"], state["best"]
        torch.set_rng_state(state["rng"])

    def fit(self, until, train, val):
        while self.epoch < until:
            self.model.train()
            for ids, lengths, labels in train:
                self.opt.zero_grad()
                nn.functional.cross_entropy(self.model(ids, lengths), labels).backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.opt.step()
                self.sched.step()
            self.epoch += 1
            acc = accuracy(self.model, val)
            if acc > self.best:
                self.best = acc
                torch.save(self.model.state_dict(), OUT / "best.pt")
            print(f"epoch {self.epoch:2d} val acc {acc:.3f} lr {self.sched.get_last_lr()[0]:.1e}")


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = [(model(ids, lengths).argmax(-1) == labels) for ids, lengths, labels in loader]
    return torch.cat(hits).float().mean().item()


torch.set_num_threads(2)
torch.manual_seed(5)
rows = make_sequences(4000, seed=5)
train = DataLoader(rows[:3000], batch_size=64, shuffle=True, collate_fn=collate)
val = DataLoader(rows[3000:3500], batch_size=250, collate_fn=collate)
test = DataLoader(rows[3500:], batch_size=250, collate_fn=collate)

first = Run(len(train))
first.fit(EPOCHS // 2, train, val)
first.save(OUT / "half.pt")
del first  # "the machine was switched off here"

second = Run(len(train))
second.restore(OUT / "half.pt")
second.fit(EPOCHS, train, val)

second.model.load_state_dict(torch.load(OUT / "best.pt", weights_only=True))
print(f"best on validation {second.best:.3f}, test accuracy {accuracy(second.model, test):.3f} (guess: about 0.33)")
