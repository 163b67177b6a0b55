"""Reverse a row of digits with nn.Transformer."""
import torch
from torch import nn

torch.manual_seed(123)
torch.set_num_threads(2)

DIGITS = 10
BOS = 10
VOCAB = 11
LENGTH = 8
STEPS = 1200
BATCH = 64


class Reverser(nn.Module):
    def __init__(self, d_model=64, heads=4, layers=2):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, d_model)
        self.pos = nn.Embedding(LENGTH, d_model)
        self.transformer = nn.Transformer(
            d_model=d_model,
            nhead=heads,
            num_encoder_layers=layers,
            num_decoder_layers=layers,
            dim_feedforward=128,
            dropout=0.0,
            batch_first=True,
        )
        self.out = nn.Linear(d_model, VOCAB)

    def with_pos(self, ids):
        places = torch.arange(ids.size(1), device=ids.device)
        return self.embed(ids) + self.pos(places)

    def forward(self, src, tgt):
        hidden = self.transformer(self.with_pos(src), self.with_pos(tgt))
        return self.out(hidden)


def batch(n, generator):
    src = torch.randint(0, DIGITS, (n, LENGTH), generator=generator)
    return src, src.flip(1)


def shift(tgt):
    bos = torch.full((tgt.size(0), 1), BOS)
    return torch.cat([bos, tgt[:, :-1]], dim=1)


@torch.no_grad()
def greedy(model, src):
    model.eval()
    ids = torch.full((src.size(0), 1), BOS)
    for _ in range(LENGTH):
        logits = model(src, ids)
        ids = torch.cat([ids, logits[:, -1:, :DIGITS].argmax(-1)], dim=1)
    return ids[:, 1:]


train_gen = torch.Generator().manual_seed(1)
val_src, val_tgt = batch(500, torch.Generator().manual_seed(2))

model = Reverser()
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-3, total_steps=STEPS)

for step in range(1, STEPS + 1):
    model.train()
    src, tgt = batch(BATCH, train_gen)
    logits = model(src, shift(tgt))
    loss = loss_fn(logits.reshape(-1, VOCAB), tgt.reshape(-1))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
    if step % 200 == 0:
        exact = (greedy(model, val_src) == val_tgt).all(1).float().mean().item()
        print(f"step {step}: loss {loss.item():.4f}, rows written rightly from scratch {exact:.3f}")
