"""
A GPT from scratch that learns to sort:   7 2 9 2 |  ->  2 2 7 9 .

Examples are split by their *answer*: no multiset of digits in the test occurs in training in any order.
Only the part after the bar is scored (prompt positions carry the label -100).
"""
import math
import random
import time
import torch
import torch.nn.functional as F
from torch import nn

BAR, END, PAD = 10, 11, 12
VOCAB, MAX_DIGITS = 13, 7
BLOCK = 2 * MAX_DIGITS + 2


def make_examples(n, seed):
    r = random.Random(seed)
    seen = set()
    while len(seen) < n:
        seen.add(tuple(r.randrange(10) for _ in range(r.randint(4, MAX_DIGITS))))
    by_answer = {}
    for q in sorted(seen):
        by_answer.setdefault(tuple(sorted(q)), []).append(q)
    answers = sorted(by_answer)
    r.shuffle(answers)
    a, b = int(0.85 * len(answers)), int(0.92 * len(answers))
    return [[q for ans in part for q in by_answer[ans]] for part in (answers[:a], answers[a:b], answers[b:])]


def to_batch(questions):
    xs, ys = [], []
    for q in questions:
        seq = [*q, BAR, *sorted(q), END]
        x, y = seq[:-1], seq[1:]
        y = [-100] * len(q) + y[len(q):]                  # y[len(q)] is what follows the bar
        gap = BLOCK - len(x)
        xs.append(x + [PAD] * gap)                        # padding on the right: causal attention never looks at it
        ys.append(y + [-100] * gap)
    return torch.tensor(xs), torch.tensor(ys)


class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def forward(self, x):
        B, T, D = x.shape
        q, k, v = self.qkv(self.ln1(x)).view(B, T, 3, self.heads, D // self.heads).permute(2, 0, 3, 1, 4)
        att = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(att.transpose(1, 2).reshape(B, T, D))
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, d=64, heads=4, layers=2):
        super().__init__()
        self.tok, self.pos = nn.Embedding(VOCAB, d), nn.Embedding(BLOCK, d)
        self.blocks = nn.ModuleList(Block(d, heads) for _ in range(layers))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, VOCAB, bias=False)
        for m in self.modules():
            if isinstance(m, (nn.Linear, nn.Embedding)):
                nn.init.normal_(m.weight, std=0.05)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(torch.arange(idx.shape[1]))
        for b in self.blocks:
            x = b(x)
        return self.head(self.ln(x))


@torch.no_grad()
def exact_match(model, questions):
    """Greedy decoding; questions of the same length go through together, so prompts need no padding."""
    model.eval()
    right = 0
    for n in range(4, MAX_DIGITS + 1):
        group = [q for q in questions if len(q) == n]
        ids = torch.tensor([[*q, BAR] for q in group])
        for _ in range(n + 1):
            ids = torch.cat([ids, model(ids)[:, -1].argmax(-1, keepdim=True)], dim=1)
        want = torch.tensor([[*sorted(q), END] for q in group])
        right += (ids[:, n + 1:] == want).all(1).sum().item()
    return right / len(questions)


def main():
    torch.manual_seed(1234)
    train, valid, test = make_examples(20_000, seed=1234)
    print(f"{len(train)} / {len(valid)} / {len(test)} questions")
    (X, Y), (Xv, Yv) = to_batch(train), to_batch(valid)

    model = GPT()
    decay = [p for p in model.parameters() if p.dim() >= 2]
    rest = [p for p in model.parameters() if p.dim() < 2]
    steps, warmup = 1500, 100
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.05}, {"params": rest, "weight_decay": 0.0}],
                            lr=2e-3, betas=(0.9, 0.98))
    sched = torch.optim.lr_scheduler.LambdaLR(
        opt, lambda s: min((s + 1) / warmup, 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * s / steps))))

    t0 = time.perf_counter()
    model.train()
    for step in range(1, steps + 1):
        pick = torch.randint(len(X), (128,))
        logits = model(X[pick])
        loss = F.cross_entropy(logits.flatten(0, 1), Y[pick].flatten(), ignore_index=-100)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 250 == 0:
            model.eval()
            with torch.no_grad():
                vl = F.cross_entropy(model(Xv).flatten(0, 1), Yv.flatten(), ignore_index=-100).item()
            print(f"step {step:4d}  train {loss.item():.4f}  valid {vl:.4f}  exact {exact_match(model, valid[:300]):.3f}"
                  f"  {time.perf_counter() - t0:.0f}s")
            model.train()
    print(f"test exact match: {exact_match(model, test):.4f}")


main()
