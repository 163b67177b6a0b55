"""Siamese encoder: do two tickets belong to the same desk?  Accelerate, hand-written loop."""
import argparse
import json
import random

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

p = argparse.ArgumentParser()
p.add_argument("--checkpoint", default="checkpoints/tickets")
p.add_argument("--epochs", type=int, default=6)
p.add_argument("--lr", type=float, default=1e-3)
p.add_argument("--batch", type=int, default=32)
p.add_argument("--seed", type=int, default=11)
cfg = p.parse_args()


class Siamese(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        self.scale = nn.Parameter(torch.tensor(5.0))
        self.shift = nn.Parameter(torch.tensor(-2.0))

    def embed(self, enc):
        h = self.encoder(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]).last_hidden_state
        m = enc["attention_mask"].unsqueeze(-1).to(h.dtype)
        return F.normalize((h * m).sum(1) / m.sum(1), dim=-1)

    def forward(self, left, right):
        return self.scale * (self.embed(left) * self.embed(right)).sum(-1) + self.shift


def load(split):
    with open(f"data/tickets/{split}.jsonl") as fh:
        return {r["text"]: r["desk_id"] for r in map(json.loads, fh)}      # one entry per text


def make_pairs(tickets, n, rng):
    """Half of them from the same desk; both sides from the same split, so no text crosses over."""
    by_desk = {}
    for text, desk in tickets.items():
        by_desk.setdefault(desk, []).append(text)
    desks = sorted(by_desk)
    pairs = []
    for i in range(n):
        if i % 2:
            a, b = rng.sample(by_desk[rng.choice(desks)], 2)
        else:
            d, e = rng.sample(desks, 2)
            a, b = rng.choice(by_desk[d]), rng.choice(by_desk[e])
        pairs.append((a, b, i % 2))
    return pairs


def main():
    set_seed(cfg.seed)
    rng = random.Random(cfg.seed)
    acc = Accelerator(cpu=True)
    test, valid, train = load("test"), load("validation"), load("train")
    valid = {t: d for t, d in valid.items() if t not in test}
    train = {t: d for t, d in train.items() if t not in test and t not in valid}
    tok = AutoTokenizer.from_pretrained(cfg.checkpoint)

    def collate(batch):
        a, b, y = zip(*batch)
        enc = [dict(tok(list(s), padding=True, truncation=True, max_length=32, return_tensors="pt")) for s in (a, b)]
        return {"left": enc[0], "right": enc[1], "y": torch.tensor(y, dtype=torch.float)}

    tr = DataLoader(make_pairs(train, 2400, rng), batch_size=cfg.batch, shuffle=True, collate_fn=collate)
    va = DataLoader(make_pairs(valid, 400, rng), batch_size=100, collate_fn=collate)
    te = DataLoader(make_pairs(test, 400, rng), batch_size=100, collate_fn=collate)
    model = Siamese(cfg.checkpoint)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
    model, opt, tr, va, te = acc.prepare(model, opt, tr, va, te)
    # one process, so the length of the prepared loader is the number of updates per epoch
    total = cfg.epochs * len(tr)
    sched = acc.prepare(get_linear_schedule_with_warmup(opt, total // 10, total))

    @torch.no_grad()
    def accuracy(loader):
        model.eval()
        hits = seen = 0
        for b in loader:
            logit, y = acc.gather_for_metrics((model(b["left"], b["right"]), b["y"]))
            hits += ((logit > 0) == (y > 0.5)).sum().item()
            seen += y.numel()
        return hits / seen

    best, best_state = -1.0, None
    for epoch in range(cfg.epochs):
        model.train()
        running = 0.0
        for b in tr:
            opt.zero_grad()
            loss = F.binary_cross_entropy_with_logits(model(b["left"], b["right"]), b["y"])
            acc.backward(loss)
            acc.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            running += loss.item()
        score = accuracy(va)
        acc.print(f"epoch {epoch}: loss {running / len(tr):.3f}  valid acc {score:.3f}")
        if score > best:
            best = score
            best_state = {k: v.clone() for k, v in acc.unwrap_model(model).state_dict().items()}
    acc.unwrap_model(model).load_state_dict(best_state)
    acc.print(f"test acc {accuracy(te):.3f} (coin: 0.5)")


if __name__ == "__main__":
    main()
