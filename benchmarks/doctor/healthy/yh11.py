"""Metric learning: pull tickets of one desk together, push the others away (supervised
contrastive loss), then answer by the nearest class centre. No classifier is ever trained."""
import json
from collections import defaultdict

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import BatchSampler, DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(17)
PATH = "checkpoints/tickets"
DESKS, PER_DESK, STEPS, TAU = 4, 8, 200, 0.1


class Balanced(BatchSampler):
    """Every batch holds PER_DESK tickets of each desk, so each has partners and opponents."""

    def __init__(self, labels, per_class, steps, seed):
        self.pools = defaultdict(list)
        for i, y in enumerate(labels):
            self.pools[y].append(i)
        self.per_class, self.steps = per_class, steps
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return self.steps

    def __iter__(self):
        for _ in range(self.steps):
            yield [int(i) for pool in self.pools.values()
                   for i in self.rng.choice(pool, self.per_class, replace=False)]


def supcon(z, y, tau):
    n = len(y)
    me = torch.eye(n, dtype=torch.bool)
    logits = (z @ z.T / tau).masked_fill(me, float("-inf"))
    logp = logits - torch.logsumexp(logits, dim=1, keepdim=True)
    partner = (y[:, None] == y[None, :]) & ~me
    return -(logp.masked_fill(~partner, 0.0).sum(1) / partner.sum(1)).mean()


def load(split):
    rows = [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]
    return [r["text"] for r in rows], [r["desk_id"] for r in rows]


tok = AutoTokenizer.from_pretrained(PATH)
encoder = AutoModel.from_pretrained(PATH)
projector = torch.nn.Linear(encoder.config.dim, 32)


def embed(texts):
    enc = tok(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    h = encoder(**enc).last_hidden_state
    m = enc["attention_mask"].unsqueeze(-1)
    return F.normalize(projector((h * m).sum(1) / m.sum(1)), dim=-1)


@torch.inference_mode()
def embed_all(texts):
    encoder.eval(); projector.eval()
    return torch.cat([embed(texts[i:i + 80]) for i in range(0, len(texts), 80)])


def centre_accuracy(split, centres):
    texts, y = load(split)
    return (embed_all(texts) @ centres.T).argmax(1).eq(torch.tensor(y)).float().mean().item()


def class_centres(texts, y):
    z, y = embed_all(texts), torch.tensor(y)
    return F.normalize(torch.stack([z[y == k].mean(0) for k in range(DESKS)]), dim=-1)


texts, labels = load("train")
items = list(zip(texts, labels))
loader = DataLoader(items, batch_sampler=Balanced(labels, PER_DESK, STEPS, seed=17),
                    collate_fn=lambda b: ([t for t, _ in b], torch.tensor([y for _, y in b])))
params = [*encoder.parameters(), *projector.parameters()]
opt = torch.optim.AdamW(params, lr=1e-3)

print("centres before training:", round(centre_accuracy("validation", class_centres(texts, labels)), 3))
encoder.train(); projector.train()
for step, (batch, y) in enumerate(loader, 1):
    loss = supcon(embed(batch), y, TAU)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 40 == 0:
        print(f"step {step}: loss {loss.item():.3f}, validation {centre_accuracy('validation', class_centres(texts, labels)):.3f}")
        encoder.train(); projector.train()
print("test:", round(centre_accuracy("test", class_centres(texts, labels)), 3))
