"""A small decoder-only transformer, written out by hand: spell digits as letters, '314>dbe'."""
import math

import torch
import torch.nn.functional as F
from torch import nn

SEED, STEPS, BATCH, WARMUP, LR = 0, 1000, 64, 100, 2e-3
ALPHABET = "0123456789>abcdefghij\n"
STOI = {c: i for i, c in enumerate(ALPHABET)}
DIGITS, IGNORE = 6, -100


class Block(nn.Module):
    def __init__(self, d, heads, p):
        super().__init__()
        self.heads, self.p = heads, p
        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.proj = nn.Linear(d, d, bias=False)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d), nn.Dropout(p))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.n1(x)).chunk(3, dim=-1)
        q, k, v = (z.view(b, t, self.heads, d // self.heads).transpose(1, 2) for z in (q, k, v))
        a = F.scaled_dot_product_attention(
            q, k, v, is_causal=True, dropout_p=self.p if self.training else 0.0
        )
        x = x + self.proj(a.transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(self.n2(x))


class TinyGPT(nn.Module):
    def __init__(self, vocab, d=64, layers=2, heads=4, max_len=32, p=0.0):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList(Block(d, heads, p) for _ in range(layers))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)
        nn.init.normal_(self.tok.weight, std=0.05)
        nn.init.normal_(self.pos.weight, std=0.05)
        self.head.weight = self.tok.weight

    def forward(self, ids):
        x = self.tok(ids) + self.pos(torch.arange(ids.size(1), device=ids.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def problems(n, gen, seen):
    """('314072', 'dbeahc'): each digit becomes the letter of the same rank; no question twice."""
    out = []
    while len(out) < n:
        q = "".join(str(x) for x in torch.randint(0, 10, (DIGITS,), generator=gen).tolist())
        if q not in seen:
            seen.add(q)
            out.append((q, "".join("abcdefghij"[int(c)] for c in q)))
    return out


def encode(rows):
    ids = torch.tensor([[STOI[c] for c in f"{q}>{a}\n"] for q, a in rows])
    labels = ids.clone()
    labels[:, : DIGITS + 1] = IGNORE        # the question is random, learn the answer and newline
    return ids[:, :-1], labels[:, 1:]


@torch.no_grad()
def answer(model, q):
    ids = torch.tensor([[STOI[c] for c in q + ">"]])
    for _ in range(9):
        nxt = model(ids)[:, -1].argmax(-1, keepdim=True)
        if nxt.item() == STOI["\n"]:
            break
        ids = torch.cat([ids, nxt], dim=1)
    return "".join(ALPHABET[i] for i in ids[0, len(q) + 1 :].tolist())


torch.manual_seed(SEED)
torch.set_num_threads(2)
gen, seen = torch.Generator().manual_seed(SEED), set()
held_out = problems(200, gen, seen)
train = problems(5000, gen, seen)
inputs, labels = encode(train)

model = TinyGPT(len(ALPHABET))
decay = [p for p in model.parameters() if p.dim() >= 2]
plain = [p for p in model.parameters() if p.dim() < 2]
optimizer = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=LR
)


def shape(step):
    if step < WARMUP:
        return (step + 1) / WARMUP
    return 0.5 * (1 + math.cos(math.pi * (step - WARMUP) / (STEPS - WARMUP)))


scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, shape)
model.train()
for step in range(STEPS):
    pick = torch.randint(0, len(inputs), (BATCH,))
    logits = model(inputs[pick])
    loss = F.cross_entropy(logits.flatten(0, 1), labels[pick].flatten(), ignore_index=IGNORE)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
    if (step + 1) % 100 == 0:
        print(f"step {step + 1} loss {loss.item():.4f} lr {scheduler.get_last_lr()[0]:.2e}")

model.eval()
right = sum(answer(model, q) == a for q, a in held_out)
print(f"solved {right}/{len(held_out)} unseen problems; 407182 -> {answer(model, '407182')}")
