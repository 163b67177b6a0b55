# Masked language model from scratch on an endless stream of small sums ("3 4 + 1 2 = 4 6"), bfloat16 autocast.
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

CHARS = "0123456789+="
PAD, MASK = len(CHARS), len(CHARS) + 1
VOCAB, LENGTH = len(CHARS) + 2, 8
_order = torch.randperm(2500, generator=torch.Generator().manual_seed(0))[:250].tolist()
HELD_OUT = {(k // 50, k % 50) for k in _order}            # a tenth of all pairs, drawn by chance


class Sums(IterableDataset):
    """Sums of two numbers below 50; every worker has its own stream."""

    def __init__(self, seed, held_out):
        self.seed, self.held_out = seed, held_out

    def __iter__(self):
        info = get_worker_info()
        g = torch.Generator().manual_seed(self.seed + 1000 * (info.id if info else 0))
        while True:
            a, b = torch.randint(50, (2,), generator=g).tolist()
            if ((a, b) in HELD_OUT) == self.held_out:
                yield torch.tensor([CHARS.index(c) for c in f"{a:02d}+{b:02d}={a + b:02d}"])


def corrupt(x, g=None):
    """BERT's recipe: 30 % of the places; of those 80 % masked, 10 % random, 10 % as they are."""
    chosen = torch.rand(x.shape, generator=g) < 0.3
    empty = ~chosen.any(1)                                # at least one place in every row
    chosen[empty, torch.randint(x.shape[1], (int(empty.sum()),), generator=g)] = True
    y = torch.where(chosen, x, -100)
    r = torch.rand(x.shape, generator=g)
    z = torch.where(chosen & (r < 0.8), MASK, x)
    z = torch.where(chosen & (r >= 0.9), torch.randint(len(CHARS), x.shape, generator=g), z)
    return z, y


class MiniBert(nn.Module):
    def __init__(self, d=96):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d)
        self.pos = nn.Parameter(torch.randn(LENGTH, d) * 0.02)
        layer = nn.TransformerEncoderLayer(d, 4, 4 * d, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
        self.enc = nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(d), enable_nested_tensor=False)
        self.bias = nn.Parameter(torch.zeros(VOCAB))
        nn.init.normal_(self.tok.weight, std=0.02)

    def forward(self, ids):
        h = self.enc(self.tok(ids) + self.pos[: ids.shape[1]])
        return h @ self.tok.weight.T + self.bias          # tied with the input embedding


torch.manual_seed(0)
torch.set_num_threads(1)
net = MiniBert()
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, betas=(0.9, 0.98), weight_decay=0.01)
STEPS = 750
sched = torch.optim.lr_scheduler.OneCycleLR(opt, 2e-3, total_steps=STEPS, pct_start=0.1)
stream = iter(DataLoader(Sums(1, False), batch_size=128))
held = torch.stack([torch.tensor([CHARS.index(c) for c in f"{a:02d}+{b:02d}={a + b:02d}"]) for a, b in sorted(HELD_OUT)])


@torch.no_grad()
def evaluate():
    net.eval()
    z, y = corrupt(held, torch.Generator().manual_seed(99))          # the same places every time
    loss = nn.functional.cross_entropy(net(z).flatten(0, 1), y.flatten())
    q = held.clone()
    q[:, -2:] = MASK
    right = (net(q)[:, -2:].argmax(-1) == held[:, -2:]).all(1).float().mean()
    net.train()
    return f"held-out loss {loss:.3f}, sums answered {right:.3f}"


print("before:", evaluate())
for step in range(STEPS):
    z, y = corrupt(next(stream))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = net(z)
    loss = nn.functional.cross_entropy(logits.float().flatten(0, 1), y.flatten())
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
    sched.step()
    if (step + 1) % 150 == 0:
        print(f"{step + 1} train {loss.item():.3f}", evaluate())
