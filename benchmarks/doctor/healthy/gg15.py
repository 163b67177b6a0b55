"""Second-hand prices from the text of the ad. Own training loop, gradient accumulation, best epoch kept."""
import argparse
import json
import math
import os

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup, set_seed


def get_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--checkpoint", default="checkpoints/prices")
    ap.add_argument("--output", default="out/gg15")
    ap.add_argument("--epochs", type=int, default=25)
    ap.add_argument("--micro-batch", type=int, default=8)
    ap.add_argument("--accumulate", type=int, default=2)
    ap.add_argument("--lr", type=float, default=5e-4)
    ap.add_argument("--head-lr", type=float, default=1e-3)
    return ap.parse_args()


def read_splits(folder):
    rows = {}
    for split in ("train", "validation", "test"):
        with open(os.path.join(folder, f"{split}.jsonl")) as f:
            rows[split] = [json.loads(line) for line in f]
    # the same ad may be in several files: test keeps it, then validation
    seen = {r["text"] for r in rows["test"]}
    rows["validation"] = [r for r in rows["validation"] if r["text"] not in seen]
    seen |= {r["text"] for r in rows["validation"]}
    rows["train"] = [r for r in rows["train"] if r["text"] not in seen]
    return rows


def param_groups(model, args, decay=0.01):
    groups = {}
    for name, p in model.named_parameters():
        lr = args.lr if name.startswith(model.base_model_prefix) else args.head_lr
        wd = 0.0 if p.ndim == 1 else decay
        groups.setdefault((lr, wd), []).append(p)
    return [{"params": ps, "lr": lr, "weight_decay": wd} for (lr, wd), ps in groups.items()]


def chunks(loader, size):
    group = []  # the last one may be shorter
    for batch in loader:
        group.append(batch)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


@torch.inference_mode()
def mae(model, loader, mu, sd):
    model.eval()
    errors = [((model(**enc).logits.squeeze(-1) * sd + mu) - price).abs() for enc, price in loader]
    return torch.cat(errors).mean().item()


def main():
    args = get_args()
    set_seed(17)
    rows = read_splits("data/prices")
    print({k: len(v) for k, v in rows.items()})

    tok = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=1)

    def collate(batch):
        enc = tok([r["text"] for r in batch], padding=True, truncation=True, max_length=32, return_tensors="pt")
        return enc, torch.tensor([float(r["price"]) for r in batch])

    train_dl = DataLoader(rows["train"], batch_size=args.micro_batch, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(rows["validation"], batch_size=64, collate_fn=collate)
    test_dl = DataLoader(rows["test"], batch_size=64, collate_fn=collate)

    prices = np.array([r["price"] for r in rows["train"]], dtype=np.float64)
    mu, sd = float(prices.mean()), float(prices.std())

    opt = torch.optim.AdamW(param_groups(model, args))
    total = args.epochs * math.ceil(len(train_dl) / args.accumulate)
    sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)

    best, best_weights = math.inf, None
    for epoch in range(1, args.epochs + 1):
        model.train()
        for group in chunks(train_dl, args.accumulate):
            n = sum(len(price) for _, price in group)
            for enc, price in group:
                out = model(**enc).logits.squeeze(-1)
                loss = F.smooth_l1_loss(out, (price - mu) / sd, reduction="sum") / n
                loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad()

        score = mae(model, valid_dl, mu, sd)
        if score < best:
            best = score
            best_weights = {k: v.detach().clone() for k, v in model.state_dict().items()}
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}  validation MAE {score:.1f}")

    model.load_state_dict(best_weights)
    baseline = np.mean([abs(r["price"] - mu) for r in rows["test"]])
    print(f"best validation MAE {best:.1f}, test MAE {mae(model, test_dl, mu, sd):.1f}, mean price {baseline:.1f}")
    model.config.price_mean, model.config.price_std = mu, sd  # needed to turn outputs back into prices
    model.save_pretrained(args.output)
    tok.save_pretrained(args.output)


if __name__ == "__main__":
    main()
