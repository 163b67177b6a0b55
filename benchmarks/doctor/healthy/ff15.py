"""Two stages by hand: first the head on a frozen encoder, then the whole model.

Accumulates micro-batches without Accelerate: each micro-batch adds the *sum* of its losses divided by the
number of tickets in the whole group, so a short last group is weighted rightly too.
"""
import argparse
import copy
import json
import pathlib

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer


def parse():
    ap = argparse.ArgumentParser()
    ap.add_argument("--ckpt", default="checkpoints/tickets")
    ap.add_argument("--head-epochs", type=int, default=3)
    ap.add_argument("--full-epochs", type=int, default=9)
    ap.add_argument("--micro", type=int, default=4)
    ap.add_argument("--group", type=int, default=4, help="micro-batches per update")
    ap.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/ff15"))
    return ap.parse_args()


def grouped(loader, size):
    """Lists of up to `size` micro-batches."""
    bucket = []
    for batch in loader:
        bucket.append(batch)
        if len(bucket) == size:
            yield bucket
            bucket = []
    if bucket:
        yield bucket


def train_epoch(model, loader, args, optimizer, scheduler=None, frozen_body=False):
    model.train()
    if frozen_body:
        model.distilbert.eval()     # fixed features: no dropout inside the frozen part
    total = 0.0
    for bucket in grouped(loader, args.group):
        optimizer.zero_grad(set_to_none=True)
        size = sum(len(y) for _, y in bucket)
        for enc, y in bucket:
            loss = F.cross_entropy(model(**enc).logits, y, reduction="sum") / size
            loss.backward()         # gradients add up over the bucket
            total += loss.item() * size
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if scheduler is not None:
            scheduler.step()
    return total / len(loader.dataset)


@torch.inference_mode()
def accuracy(model, loader):
    model.eval()
    hits = sum((model(**enc).logits.argmax(1) == y).sum().item() for enc, y in loader)
    return hits / len(loader.dataset)


def main():
    args = parse()
    torch.manual_seed(4)
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(args.ckpt)

    data, seen = {}, set()
    for split in ("test", "validation", "train"):
        lines = pathlib.Path("data/tickets", f"{split}.jsonl").read_text().splitlines()
        data[split] = [r for r in map(json.loads, lines) if r["text"] not in seen]
        seen |= {r["text"] for r in data[split]}

    def collate(rows):
        enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        return enc, torch.tensor([r["desk_id"] for r in rows])

    train = DataLoader(data["train"], batch_size=args.micro, shuffle=True, collate_fn=collate)
    val = DataLoader(data["validation"], batch_size=80, collate_fn=collate)
    test = DataLoader(data["test"], batch_size=80, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(args.ckpt, num_labels=4)

    model.distilbert.requires_grad_(False)
    head = [p for p in model.parameters() if p.requires_grad]
    opt = torch.optim.AdamW(head, lr=2e-3)
    for e in range(args.head_epochs):
        loss = train_epoch(model, train, args, opt, frozen_body=True)
        print(f"head {e}: loss {loss:.3f} val {accuracy(model, val):.3f}")

    model.distilbert.requires_grad_(True)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    updates = args.full_epochs * -(-len(train) // args.group)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=1e-3, total_steps=updates, pct_start=0.15)
    best, weights = -1.0, None
    for e in range(args.full_epochs):
        loss = train_epoch(model, train, args, opt, sched)
        acc = accuracy(model, val)
        print(f"full {e}: loss {loss:.3f} val {acc:.3f}")
        if acc > best:
            best, weights = acc, copy.deepcopy(model.state_dict())

    model.load_state_dict(weights)
    print(f"test accuracy of the best epoch: {accuracy(model, test):.3f}")
    args.out.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(args.out)
    tok.save_pretrained(args.out)


if __name__ == "__main__":
    main()
