#!/usr/bin/env python
"""Sentiment with a BiGRU: gradient accumulation, bfloat16 autocast, EMA weights swapped in for
evaluation. The labelled validation file of the task serves as the test set here; the rows for
choosing the epoch come out of the training file."""
import math
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

import pandas as pd
import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

@dataclass
class Cfg:
    micro: int = 16
    accumulate: int = 2
    epochs: int = 10
    lr: float = 3e-3
    ema_decay: float = 0.98
    clip: float = 1.0
    bf16: bool = True
    seed: int = 11

class Vocab:
    PAD, UNK = 0, 1

    def __init__(self, sentences):
        words = sorted({w for s in sentences for w in self.split(s)})
        self.index = {w: i + 2 for i, w in enumerate(words)}

    @staticmethod
    def split(s):
        return s.lower().replace(",", " ,").split()

    def __len__(self):
        return len(self.index) + 2

    def __call__(self, s):
        return torch.tensor([self.index.get(w, self.UNK) for w in self.split(s)])

class Net(nn.Module):
    def __init__(self, n_words, dim=64):
        super().__init__()
        self.emb = nn.Embedding(n_words, dim, padding_idx=Vocab.PAD)
        self.gru = nn.GRU(dim, dim, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(2 * dim, 1)

    def forward(self, ids, lengths):
        # packed, so that the backward direction does not start in the padding
        packed = nn.utils.rnn.pack_padded_sequence(self.drop(self.emb(ids)), lengths, batch_first=True,
                                                   enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.gru(packed)[0], batch_first=True)
        h = h.masked_fill((ids == Vocab.PAD).unsqueeze(-1), float("-inf"))
        return self.out(self.drop(h.amax(1))).squeeze(-1)

class EMA:
    def __init__(self, model, decay):
        self.model, self.decay, self.n = model, decay, 0
        self.shadow = {k: p.detach().clone() for k, p in model.named_parameters()}

    @torch.no_grad()
    def update(self):
        self.n += 1
        d = min(self.decay, (1 + self.n) / (10 + self.n))       # short memory at the start
        for k, p in self.model.named_parameters():
            self.shadow[k].lerp_(p, 1 - d)

    @contextmanager
    def swapped_in(self):
        live = {k: p.detach().clone() for k, p in self.model.named_parameters()}
        try:
            self._put(self.shadow)
            yield
        finally:
            self._put(live)

    @torch.no_grad()
    def _put(self, values):
        for k, p in self.model.named_parameters():
            p.copy_(values[k])

def batches(rows, size, gen=None):
    order = torch.randperm(len(rows), generator=gen) if gen is not None else torch.arange(len(rows))
    for part in order.split(size):
        seqs = [rows[i][0] for i in part.tolist()]
        yield (pad_sequence(seqs, batch_first=True, padding_value=Vocab.PAD),
               torch.tensor([len(s) for s in seqs]), torch.tensor([rows[i][1] for i in part.tolist()]))

@torch.no_grad()
def accuracy(net, rows):
    net.eval()
    right = 0
    for ids, n, y in batches(rows, 128):
        right += ((net(ids, n) > 0).float() == y).sum().item()
    return right / len(rows)

def main(cfg: Cfg):
    torch.manual_seed(cfg.seed)
    gen = torch.Generator().manual_seed(cfg.seed)
    frame = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    val = frame.sample(frac=0.15, random_state=cfg.seed)
    train = frame.drop(val.index)
    vocab = Vocab(train.sentence)
    rows = {k: [(vocab(s), float(y)) for s, y in zip(f.sentence, f.label)]
            for k, f in (("train", train), ("val", val), ("test", test))}

    net = Net(len(vocab))
    ema = EMA(net, cfg.ema_decay)
    opt = torch.optim.AdamW(net.parameters(), lr=cfg.lr, weight_decay=0.01)
    bce = nn.BCEWithLogitsLoss(reduction="sum")
    n_micro = math.ceil(len(rows["train"]) / cfg.micro)
    n_steps = cfg.epochs * math.ceil(n_micro / cfg.accumulate)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, cfg.lr, total_steps=n_steps, pct_start=0.2)
    amp = (lambda: torch.autocast("cpu", dtype=torch.bfloat16)) if cfg.bf16 else nullcontext

    best, best_state = 0.0, None
    for epoch in range(cfg.epochs):
        net.train()
        micro = list(batches(rows["train"], cfg.micro, gen))
        total = 0.0
        for start in range(0, len(micro), cfg.accumulate):
            window = micro[start:start + cfg.accumulate]
            n_rows = sum(len(y) for _, _, y in window)       # the last window is smaller
            opt.zero_grad()
            for ids, n, y in window:
                with amp():
                    logits = net(ids, n)
                loss = bce(logits.float(), y) / n_rows
                loss.backward()
                total += loss.item() * n_rows
            nn.utils.clip_grad_norm_(net.parameters(), cfg.clip)
            opt.step()
            sched.step()
            ema.update()
        with ema.swapped_in():
            acc = accuracy(net, rows["val"])
            if acc > best:
                best, best_state = acc, {k: v.clone() for k, v in net.state_dict().items()}
        print(f"epoch {epoch} loss {total / len(rows['train']):.4f} val acc (ema) {acc:.4f}")

    net.load_state_dict(best_state)
    print(f"chosen val {best:.4f}; test accuracy {accuracy(net, rows['test']):.4f}, classes are balanced")

main(Cfg())
