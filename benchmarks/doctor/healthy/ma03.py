"""seq2seq with additive attention for "from 12 september 2014" -> "dozar batam guzar".

Training: scheduled sampling (the share of own predictions fed back grows from 0 to 0.3).
Decoding: beam search, beam width chosen on the validation rows.
"""
import argparse
import json
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

PAD, BOS, EOS, UNK = range(4)


def load(name):
    return [(r["date"].split(), r["code"].split()) for r in map(json.loads, open(f"data/dates/{name}.jsonl"))]


def make_vocab(seqs):
    words = sorted({w for s in seqs for w in s})
    return {w: i for i, w in enumerate(["<pad>", "<bos>", "<eos>", "<unk>"] + words)}


class Seq2Seq(nn.Module):
    def __init__(self, n_src, n_tgt, d=64):
        super().__init__()
        self.src = nn.Embedding(n_src, d, padding_idx=PAD)
        self.tgt = nn.Embedding(n_tgt, d, padding_idx=PAD)
        self.enc = nn.GRU(d, d, batch_first=True, bidirectional=True)
        self.bridge = nn.Linear(2 * d, d)
        self.cell = nn.GRUCell(d + 2 * d, d)
        self.wk, self.wq, self.v = nn.Linear(2 * d, d), nn.Linear(d, d, bias=False), nn.Linear(d, 1, bias=False)
        self.out = nn.Linear(3 * d, n_tgt)
        self.drop = nn.Dropout(0.2)

    def encode(self, x):
        lengths = (x != PAD).sum(1)
        packed = pack_padded_sequence(self.drop(self.src(x)), lengths, batch_first=True, enforce_sorted=False)
        h, last = self.enc(packed)
        h, _ = pad_packed_sequence(h, batch_first=True, total_length=x.size(1))
        return h, self.wk(h), x != PAD, torch.tanh(self.bridge(torch.cat([last[0], last[1]], -1)))

    def step(self, token, s, memory):
        h, keys, mask = memory
        score = self.v(torch.tanh(keys + self.wq(s)[:, None])).squeeze(-1)
        a = score.masked_fill(~mask, float("-inf")).softmax(-1)
        ctx = torch.bmm(a[:, None], h).squeeze(1)
        s = self.cell(torch.cat([self.drop(self.tgt(token)), ctx], -1), s)
        return self.out(self.drop(torch.cat([s, ctx], -1))), s

    def forward(self, x, y, own=0.0):
        *memory, s = self.encode(x)
        token, outs = torch.full_like(y[:, 0], BOS), []
        for t in range(y.size(1)):
            logits, s = self.step(token, s, memory)
            outs.append(logits)
            use_own = torch.rand(y.size(0)) < own
            token = torch.where(use_own, logits.detach().argmax(-1), y[:, t])
        return torch.stack(outs, 1)


@torch.no_grad()
def beam(model, x, width, max_len=6):
    """x: (1, T). Length-normalised log probability decides between the finished hypotheses."""
    *memory, s = model.encode(x)
    alive, done = [(0.0, [], s)], []
    for _ in range(max_len):
        cand = []
        for score, toks, state in alive:
            logits, new = model.step(torch.tensor([toks[-1] if toks else BOS]), state, memory)
            logp = logits.log_softmax(-1)[0]
            for lp, t in zip(*(z.tolist() for z in logp.topk(width))):
                cand.append((score + lp, toks + [t], new))
        cand.sort(key=lambda c: -c[0])
        alive = []
        for c in cand[:width]:
            (done if c[1][-1] == EOS else alive).append(c)
        if not alive or len(done) >= width:
            break
    pick = max(done or alive, key=lambda c: c[0] / len(c[1]))
    return [t for t in pick[1] if t != EOS]


def main(a):
    torch.manual_seed(3)
    random.seed(3)
    test, val = load("test"), load("validation")
    held_codes = {tuple(c) for _, c in test + val}
    train = [r for r in load("train") if tuple(r[1]) not in held_codes]   # no answer of the held-out rows is trained on
    val = [r for r in val if r[1] not in [c for _, c in test]]
    sv, tv = make_vocab(d for d, _ in train), make_vocab(c for _, c in train)
    enc = lambda seq, v: [v.get(w, UNK) for w in seq] + [EOS]
    tens = lambda rows: [(torch.tensor(enc(d, sv)), torch.tensor(enc(c, tv))) for d, c in rows]
    tr, va, te = tens(train), tens(val), tens(test)

    model = Seq2Seq(len(sv), len(tv))
    opt = torch.optim.Adam(model.parameters(), lr=a.lr)
    lossf = nn.CrossEntropyLoss(ignore_index=PAD)

    def exact(rows, width):
        model.eval()
        return sum(beam(model, x[None], width) == y[:-1].tolist() for x, y in rows) / len(rows)

    for ep in range(a.epochs):
        model.train()
        own = 0.3 * ep / max(1, a.epochs - 1)
        random.shuffle(tr)
        total = 0.0
        for i in range(0, len(tr), 32):
            x, y = (pad_sequence(z, batch_first=True, padding_value=PAD) for z in zip(*tr[i:i + 32]))
            loss = lossf(model(x, y, own).transpose(1, 2), y)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            total += loss.item() * len(x)
        if (ep + 1) % 10 == 0:
            print(f"epoch {ep + 1} own={own:.2f} loss={total / len(tr):.4f} greedy val exact={exact(va, 1):.3f}")

    scores = {w: exact(va, w) for w in (1, 2, 4)}
    width = max(scores, key=scores.get)
    print("validation exact match per beam width:", scores, "->", width)
    print(f"test exact match: {exact(te, width):.3f} over {len(te)} dates (none of their codes was trained on)")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--lr", type=float, default=3e-3)
    main(p.parse_args())
