"""Dates to ISO with nn.Transformer: character level, Noam schedule, accumulation over micro-batches of unequal size."""
import datetime
import os
import random
import tempfile

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

FORMATS = ["%d %b %Y", "%b %d, %Y", "%d/%m/%Y"]
CHARS = sorted(set("abcdefghijklmnopqrstuvwxyz0123456789 ,./-"))
PAD, BOS, EOS = 0, 1, 2
STOI = {c: i + 3 for i, c in enumerate(CHARS)}


def make_pairs(days, rnd):
    for d in days:
        day = datetime.date(1970, 1, 1) + datetime.timedelta(days=d)
        yield day.strftime(rnd.choice(FORMATS)).lower(), day.isoformat()


def collate(pairs):
    src = [torch.tensor([STOI[c] for c in s] + [EOS]) for s, _ in pairs]
    tgt = [torch.tensor([BOS] + [STOI[c] for c in t] + [EOS]) for _, t in pairs]
    return pad_sequence(src, batch_first=True, padding_value=PAD), pad_sequence(tgt, True, PAD)


class Seq2Seq(nn.Module):
    def __init__(self, d=64):
        super().__init__()
        self.d, self.tok = d, nn.Embedding(len(STOI) + 3, d, padding_idx=PAD)
        self.pos = nn.Parameter(torch.randn(40, d) * 0.02)
        self.core = nn.Transformer(d, 4, 1, 2, 2 * d, dropout=0.0, batch_first=True, norm_first=True)
        self.out = nn.Linear(d, len(STOI) + 3)

    def forward(self, src, tgt):
        emb = [self.tok(t) * self.d ** 0.5 + self.pos[:t.size(1)] for t in (src, tgt)]
        causal = torch.ones(tgt.size(1), tgt.size(1), dtype=torch.bool).triu(1)
        hidden = self.core(*emb, tgt_mask=causal, src_key_padding_mask=src == PAD, tgt_key_padding_mask=tgt == PAD,
                           memory_key_padding_mask=src == PAD)
        return self.out(hidden)

    @torch.no_grad()
    def greedy(self, src, max_len=11):
        tgt = torch.full((len(src), 1), BOS)
        for _ in range(max_len):
            tgt = torch.cat([tgt, self(src, tgt)[:, -1].argmax(-1, keepdim=True)], dim=1)
        return tgt


rnd = random.Random(0)
torch.manual_seed(0)
days = rnd.sample(range(25000), 4400)  # distinct days: no day is in both halves
train, test = list(make_pairs(days[:4000], rnd)), list(make_pairs(days[4000:], rnd))
loader = DataLoader(train, batch_size=25, shuffle=True, collate_fn=collate)
model, ACC, WARM = Seq2Seq(), 2, 100
opt = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
noam = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: 0.1 * min((s + 1) ** -0.5, (s + 1) * WARM ** -1.5))
path = os.path.join(tempfile.mkdtemp(), "last.pt")
for epoch in range(5):
    batches = iter(loader)
    for group in zip(*[batches] * ACC):  # ACC batches at a time
        n_tokens = sum((tgt[:, 1:] != PAD).sum() for _, tgt in group)
        for src, tgt in group:
            logits = model(src, tgt[:, :-1])
            loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten(), ignore_index=PAD, label_smoothing=0.1,
                                   reduction="sum") / n_tokens
            loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step(), noam.step(), opt.zero_grad()
    torch.save({"model": model.state_dict(), "opt": opt.state_dict(), "epoch": epoch}, path)
fresh = Seq2Seq().eval()
fresh.load_state_dict(torch.load(path, weights_only=True)["model"])
src, tgt = collate(test)
exact = (fresh.greedy(src) == tgt).all(dim=1).float().mean().item()
print(f"loss of the last micro-batch {loss.item():.3f}; exact match on {len(test)} unseen days: {exact:.3f}")
