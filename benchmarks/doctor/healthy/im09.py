"""Sentence embeddings by masked mean pooling, trained with a supervised contrastive loss.

Unseen tickets are then assigned to the desk of the nearest centroid (centroids from training rows only).
"""
import json

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup

CKPT = "checkpoints/tickets"


class Embedder(nn.Module):
    def __init__(self, name, dim=32):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        self.proj = nn.Linear(self.encoder.config.hidden_size, dim)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
        return F.normalize(self.proj(mean), dim=-1)


def supcon(z, y, temperature=0.1):
    n = len(y)
    self_mask = torch.eye(n, dtype=torch.bool, device=z.device)
    logits = (z @ z.T / temperature).masked_fill(self_mask, float("-inf"))
    log_p = logits - torch.logsumexp(logits, dim=1, keepdim=True)
    positive = (y[:, None] == y[None, :]) & ~self_mask
    has_pos = positive.any(1)
    per_row = log_p.masked_fill(~positive, 0.0).sum(1) / positive.sum(1).clamp(min=1)
    return -per_row[has_pos].mean()


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(s) for s in f]


@torch.no_grad()
def embed(model, loader):
    was_training = model.training
    model.eval()
    zs, ys = [], []
    for enc, y in loader:
        zs.append(model(**enc))
        ys.append(y)
    model.train(was_training)
    return torch.cat(zs), torch.cat(ys)


def accuracy(model, reference, queries):
    z, y = embed(model, reference)
    centroids = F.normalize(torch.stack([z[y == c].mean(0) for c in range(4)]), dim=-1)
    q, gold = embed(model, queries)
    return ((q @ centroids.T).argmax(1) == gold).float().mean().item()


def main(epochs=30, batch_size=32, lr=1e-3):
    torch.manual_seed(1234)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    test = read("test")
    names = {r["text"] for r in test}
    val = [r for r in read("validation") if r["text"] not in names]
    names.update(r["text"] for r in val)
    train = [r for r in read("train") if r["text"] not in names]

    def collate(rows):
        enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        return ({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]},
                torch.tensor([r["desk_id"] for r in rows]))

    train_loader = DataLoader(train, batch_size, shuffle=True, drop_last=True, collate_fn=collate)
    ref_loader = DataLoader(train, 128, collate_fn=collate)
    val_loader = DataLoader(val, 128, collate_fn=collate)
    test_loader = DataLoader(test, 128, collate_fn=collate)

    model = Embedder(CKPT)
    opt = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
    steps = epochs * len(train_loader)
    sched = get_cosine_schedule_with_warmup(opt, steps // 10, steps)

    for epoch in range(epochs):
        model.train()
        total = 0.0
        for enc, y in train_loader:
            loss = supcon(model(**enc), y)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            total += loss.item()
        print(f"{epoch + 1:2d}  loss {total / len(train_loader):.3f}  "
              f"val accuracy {accuracy(model, ref_loader, val_loader):.3f}")

    print(f"test accuracy {accuracy(model, ref_loader, test_loader):.3f}")


if __name__ == "__main__":
    main()
