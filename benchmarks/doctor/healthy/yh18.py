"""A tiny transformer learns to sort digits. Curriculum: short sequences first, then longer
ones, always with some of the earlier lengths mixed in."""
import argparse
import random

import torch
import torch.nn as nn

PAD, BOS, EOS = 10, 11, 12
VOCAB = 13


class Sorter(nn.Module):
    def __init__(self, d=64, heads=4, layers=2, max_len=16):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d, padding_idx=PAD)
        self.pos = nn.Embedding(max_len, d)
        self.core = nn.Transformer(d, heads, layers, layers, 2 * d, dropout=0.0, batch_first=True, norm_first=True)
        self.out = nn.Linear(d, VOCAB)

    def embed(self, ids):
        return self.tok(ids) + self.pos(torch.arange(ids.size(1), device=ids.device))

    def forward(self, src, tgt_in):
        causal = torch.triu(torch.ones(tgt_in.size(1), tgt_in.size(1), dtype=torch.bool), diagonal=1)
        h = self.core(
            self.embed(src), self.embed(tgt_in), tgt_mask=causal,
            src_key_padding_mask=src.eq(PAD), tgt_key_padding_mask=tgt_in.eq(PAD),
            memory_key_padding_mask=src.eq(PAD),
        )
        return self.out(h)

    @torch.no_grad()
    def sort(self, src, max_len):
        out = torch.full((src.size(0), 1), BOS)
        for _ in range(max_len + 1):
            out = torch.cat([out, self(src, out)[:, -1].argmax(-1, keepdim=True)], dim=1)
        return out[:, 1:]


def make_batch(rng, size, lengths):
    src, tgt = [], []
    longest = max(lengths)
    for _ in range(size):
        n = rng.choice(lengths)
        s = [rng.randrange(10) for _ in range(n)]
        src.append(s + [PAD] * (longest - n))
        tgt.append([BOS] + sorted(s) + [EOS] + [PAD] * (longest - n))
    return torch.tensor(src), torch.tensor(tgt)


def exact(model, rng, length, n=300):
    model.eval()
    src, tgt = make_batch(rng, n, [length])
    guess = model.sort(src, length)
    return (guess == tgt[:, 1:]).all(dim=1).float().mean().item()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--stages", type=int, nargs="+", default=[3, 5, 7, 8])
    ap.add_argument("--steps", type=int, default=300, help="steps per stage")
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=4)
    a = ap.parse_args()

    torch.manual_seed(a.seed)
    rng, eval_rng = random.Random(a.seed), random.Random(a.seed + 1000)
    model = Sorter()
    opt = torch.optim.AdamW(model.parameters(), lr=a.lr)
    total = a.steps * len(a.stages)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=a.lr, total_steps=total, pct_start=0.15)
    crit = nn.CrossEntropyLoss(ignore_index=PAD)

    for top in a.stages:
        lengths = list(range(2, top + 1)) + [top, top]      # the longest comes three times as often
        model.train()
        for _ in range(a.steps):
            src, tgt = make_batch(rng, a.batch, lengths)
            logits = model(src, tgt[:, :-1])
            loss = crit(logits.transpose(1, 2), tgt[:, 1:])
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        print(f"up to {top} digits: last loss {loss.item():.4f}, all digits right {exact(model, eval_rng, top):.3f}")
    print({n: round(exact(model, eval_rng, n), 3) for n in range(2, max(a.stages) + 1)})


if __name__ == "__main__":
    main()
