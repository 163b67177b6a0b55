"""My own pooling head on a bare encoder. Two learning rates, gradient accumulation, early stopping."""
import argparse
import copy
import json
import math
from pathlib import Path

import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, set_seed


class MeanPoolClassifier(nn.Module):
    def __init__(self, checkpoint, n_classes, dropout=0.1):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint, add_pooling_layer=False)
        self.norm = nn.LayerNorm(self.encoder.config.hidden_size)
        self.drop = nn.Dropout(dropout)
        self.out = nn.Linear(self.encoder.config.hidden_size, n_classes)

    def forward(self, **enc):
        hidden = self.encoder(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * mask).sum(1) / mask.sum(1).clamp(min=1.0)
        return self.out(self.drop(self.norm(pooled)))


def read_split(folder, name):
    return [json.loads(x) for x in (Path(folder) / f"{name}.jsonl").read_text().splitlines() if x]


def get_data(folder):
    test = read_split(folder, "test")
    dev = read_split(folder, "validation")
    train = read_split(folder, "train")
    seen = {r["text"] for r in test}
    dev = [r for r in dev if r["text"] not in seen]
    seen |= {r["text"] for r in dev}
    return [r for r in train if r["text"] not in seen], dev, test


@torch.inference_mode()
def evaluate(model, loader):
    model.eval()
    loss_sum, right, n = 0.0, 0, 0
    for enc, y in loader:
        logits = model(**enc)
        loss_sum += nn.functional.cross_entropy(logits, y, reduction="sum").item()
        right += (logits.argmax(1) == y).sum().item()
        n += len(y)
    return loss_sum / n, right / n


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--checkpoint", default="checkpoints/bert")
    ap.add_argument("--data", default="data/tickets")
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--batch", type=int, default=8)
    ap.add_argument("--accumulate", type=int, default=2)
    ap.add_argument("--lr-encoder", type=float, default=3e-4)
    ap.add_argument("--lr-head", type=float, default=2e-3)
    ap.add_argument("--patience", type=int, default=3)
    ap.add_argument("--seed", type=int, default=21)
    args = ap.parse_args()
    set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    tokenizer.add_tokens(["[ORDER]"], special_tokens=True)

    def collate(rows):
        enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=160, return_tensors="pt")
        return enc, torch.tensor([r["desk_id"] for r in rows])

    train, dev, test = get_data(args.data)
    train_dl = DataLoader(train, batch_size=args.batch, shuffle=True, collate_fn=collate)
    dev_dl = DataLoader(dev, batch_size=64, collate_fn=collate)
    test_dl = DataLoader(test, batch_size=64, collate_fn=collate)

    model = MeanPoolClassifier(args.checkpoint, n_classes=4)
    model.encoder.resize_token_embeddings(len(tokenizer))

    head = list(model.norm.parameters()) + list(model.out.parameters())
    optimizer = torch.optim.AdamW(
        [{"params": model.encoder.parameters(), "lr": args.lr_encoder}, {"params": head, "lr": args.lr_head}],
        weight_decay=0.01,
    )
    updates_per_epoch = math.ceil(len(train_dl) / args.accumulate)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=[args.lr_encoder, args.lr_head],
        total_steps=args.epochs * updates_per_epoch, pct_start=0.1, anneal_strategy="linear",
    )

    best_loss, best_state, waited = float("inf"), None, 0
    for epoch in range(args.epochs):
        model.train()
        optimizer.zero_grad()
        for i, (enc, y) in enumerate(train_dl):
            # the last window of an epoch may hold fewer batches than the others
            window_start = i - i % args.accumulate
            window = min(args.accumulate, len(train_dl) - window_start)
            loss = nn.functional.cross_entropy(model(**enc), y) / window
            loss.backward()
            if (i + 1) % args.accumulate == 0 or i + 1 == len(train_dl):
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()

        dev_loss, dev_acc = evaluate(model, dev_dl)
        print(f"[{epoch}] dev loss {dev_loss:.4f} acc {dev_acc:.3f}")
        if dev_loss < best_loss:
            best_loss, waited = dev_loss, 0
            best_state = copy.deepcopy(model.state_dict())
        else:
            waited += 1
            if waited >= args.patience:
                print("no progress, stopping")
                break

    model.load_state_dict(best_state)
    print("test loss %.4f acc %.3f" % evaluate(model, test_dl))
    out = Path("out/ih10")
    out.mkdir(parents=True, exist_ok=True)
    torch.save(best_state, out / "best.pt")


if __name__ == "__main__":
    main()
