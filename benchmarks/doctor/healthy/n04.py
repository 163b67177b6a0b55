"""Train ticket embeddings on pairs, then search the archive for tickets of the same desk."""
import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer


def parse_args():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--checkpoint", default="checkpoints/tickets")
    ap.add_argument("--data", type=Path, default=Path("data/tickets"))
    ap.add_argument("--epochs", type=int, default=6)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--lr", type=float, default=3e-4)
    ap.add_argument("--margin", type=float, default=0.2)
    ap.add_argument("--pairs", type=int, default=1600)
    ap.add_argument("--seed", type=int, default=13)
    return ap.parse_args()


def read(path):
    with path.open() as f:
        return [json.loads(line) for line in f]


def sample_pairs(rows, n_pairs, rng):
    """Pairs of tickets (half of them from one desk) and whether the same desk answers both."""
    by_desk = defaultdict(list)
    for row in rows:
        by_desk[row["desk"]].append(row["text"])
    desks = sorted(by_desk)
    pairs = []
    for i in range(n_pairs):
        if i % 2 == 0:
            desk_a = desk_b = rng.choice(desks)
        else:
            desk_a, desk_b = rng.sample(desks, 2)
        pairs.append((rng.choice(by_desk[desk_a]), rng.choice(by_desk[desk_b]), 1 if desk_a == desk_b else -1))
    return pairs


class Embedder(nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.encoder = AutoModel.from_pretrained(checkpoint)

    def forward(self, texts):
        enc = self.tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
        hidden = self.encoder(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1).to(hidden.dtype)
        return (hidden * mask).sum(dim=1) / mask.sum(dim=1)


@torch.no_grad()
def search_quality(model, query_rows, index_rows, k=10):
    """precision@1 and precision@k of a search for tickets of the same desk."""
    model.eval()
    queries = F.normalize(model([r["text"] for r in query_rows]), dim=-1)
    index = F.normalize(model([r["text"] for r in index_rows]), dim=-1)
    nearest = (queries @ index.T).topk(k, dim=-1).indices
    desks = torch.tensor([r["desk_id"] for r in index_rows])
    gold = torch.tensor([r["desk_id"] for r in query_rows])
    hits = (desks[nearest] == gold.unsqueeze(-1)).float()
    return hits[:, 0].mean().item(), hits.mean().item()


@torch.no_grad()
def same_desk_accuracy(model, pairs, threshold):
    """How often 'cosine above the threshold' agrees with 'same desk'."""
    model.eval()
    left, right, labels = zip(*pairs)
    cosine = F.cosine_similarity(model(left), model(right))
    return ((cosine > threshold) == (torch.tensor(labels) == 1)).float().mean().item()


def main():
    args = parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)

    train_rows = read(args.data / "train.jsonl")
    dev_rows = read(args.data / "validation.jsonl")
    test_rows = read(args.data / "test.jsonl")

    model = Embedder(args.checkpoint)
    loss_fn = nn.CosineEmbeddingLoss(margin=args.margin)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)

    loader = DataLoader(sample_pairs(train_rows, args.pairs, rng), batch_size=args.batch_size, shuffle=True)
    p1, p10 = search_quality(model, dev_rows, train_rows)
    print(f"before training: precision@1 {p1:.3f}, precision@10 {p10:.3f}")

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for left, right, labels in loader:
            loss = loss_fn(model(left), model(right), labels)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
        p1, p10 = search_quality(model, dev_rows, train_rows)
        print(f"epoch {epoch + 1}: loss {total / len(loader):.4f}, precision@1 {p1:.3f}, precision@10 {p10:.3f}")

    p1, p10 = search_quality(model, test_rows, train_rows)
    acc = same_desk_accuracy(model, sample_pairs(test_rows, 400, rng), threshold=0.6)
    print(f"test: precision@1 {p1:.3f}, precision@10 {p10:.3f}, same-desk accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
