"""Mini decoder-only transformer: two-digit addition, scored only after the equals sign."""
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(8)
CH = "0123456789+="
IX = {c: i for i, c in enumerate(CH)}
LEN = 2  # digits of each operand; the sum is written reversed, three digits


def line(a, b):
    return f"{a:02d}+{b:02d}=" + f"{a + b:03d}"[::-1]


def encode(rows):
    return torch.tensor([[IX[c] for c in line(a, b)] for a, b in rows])


pairs = [(a, b) for a in range(100) for b in range(a, 100)]
pairs = [pairs[i] for i in torch.randperm(len(pairs)).tolist()]
both = lambda ps: sorted({q for a, b in ps for q in ((a, b), (b, a))})  # 3+5 and 5+3 stay on one side
train, held = encode(both(pairs[500:])), encode(both(pairs[:500]))
PROMPT = 2 * LEN + 2  # tokens up to and including '='


class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.h = heads
        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.n1(x)).view(b, t, 3, self.h, d // self.h).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(a.transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(self.n2(x))


class LM(nn.Module):
    def __init__(self, d=64, heads=4, depth=2):
        super().__init__()
        self.tok, self.pos = nn.Embedding(len(CH), d), nn.Embedding(train.shape[1], d)
        self.blocks = nn.Sequential(*[Block(d, heads) for _ in range(depth)])
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, len(CH))

    def forward(self, ids):
        x = self.tok(ids) + self.pos(torch.arange(ids.shape[1], device=ids.device))
        return self.head(self.norm(self.blocks(x)))


@torch.no_grad()
def exact(model, rows):
    model.eval()
    ids = rows[:, :PROMPT]
    while ids.shape[1] < rows.shape[1]:
        ids = torch.cat([ids, model(ids)[:, -1:].argmax(-1)], 1)
    return (ids == rows).all(1).float().mean().item()


model = LM()
steps, bs, warm = 2000, 128, 100
opt = torch.optim.AdamW(model.parameters(), lr=2e-3, betas=(0.9, 0.98), weight_decay=0.01)
sched = torch.optim.lr_scheduler.SequentialLR(opt, [
    torch.optim.lr_scheduler.LinearLR(opt, 0.01, 1.0, total_iters=warm),
    torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=steps - warm, eta_min=2e-5)], milestones=[warm])
for step in range(1, steps + 1):
    model.train()
    batch = train[torch.randint(len(train), (bs,))]
    labels = batch[:, 1:].clone()
    labels[:, :PROMPT - 1] = -100  # the question itself is random, nothing to learn there
    logits = model(batch[:, :-1])
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    sched.step()
    if step % 500 == 0:
        print(step, f"loss {loss.item():.4f} exact on unseen sums {exact(model, held):.3f}")
