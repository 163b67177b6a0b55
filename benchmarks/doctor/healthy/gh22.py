"""Accelerate loop with accumulation: the scheduler counts updates, the metric is gathered, the best state is kept."""
import argparse
import json
import math
import os

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tickets")
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--accumulate", type=int, default=4)
    p.add_argument("--epochs", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--out", default="out/gh22")
    return p.parse_args()


def load():
    rows, taken = {}, set()
    for split in ("test", "validation", "train"):       # the training rows come last and get what is left
        with open(f"data/tickets/{split}.jsonl") as f:
            part = [json.loads(line) for line in f]
        rows[split] = [(r["text"], r["desk_id"]) for r in part if r["text"] not in taken]
        taken.update(r["text"] for r in part)
    return rows


@torch.no_grad()
def evaluate(model, loader, accelerator):
    model.eval()
    hits, total = 0, 0
    for batch in loader:
        guess = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        guess, gold = accelerator.gather_for_metrics((guess, batch["labels"]))
        hits += (guess == gold).sum().item()
        total += gold.numel()
    return hits / total


def main():
    args = get_args()
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accumulate)
    set_seed(20)
    tok = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=4)

    def collate(batch):
        texts, labels = zip(*batch)
        enc = tok(list(texts), padding="longest", truncation=True, max_length=32, return_tensors="pt")
        enc["labels"] = torch.tensor(labels)
        return enc

    rows = load()
    train_dl = DataLoader(rows["train"], batch_size=args.batch, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(rows["validation"], batch_size=64, collate_fn=collate)
    test_dl = DataLoader(rows["test"], batch_size=64, collate_fn=collate)

    decay = [p for n, p in model.named_parameters() if not n.endswith("bias") and "layer_norm" not in n.lower() and "LayerNorm" not in n]
    ids = {id(p) for p in decay}
    rest = [p for p in model.parameters() if id(p) not in ids]
    optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}], lr=args.lr)

    updates = args.epochs * math.ceil(len(train_dl) / args.accumulate)
    scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * updates), updates)
    # the prepared scheduler moves only when the optimizer really steps, so it counts updates and not micro batches
    model, optimizer, train_dl, valid_dl, test_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, valid_dl, test_dl, scheduler)

    best = -1.0
    for epoch in range(args.epochs):
        model.train()
        total = torch.zeros((), device=accelerator.device)
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total += loss.detach()
        score = evaluate(model, valid_dl, accelerator)
        accelerator.print(f"epoch {epoch:2d} loss {total.item() / len(train_dl):.4f} validation {score:.3f} lr {scheduler.get_last_lr()[0]:.2e}")
        if score > best:
            best = score
            accelerator.wait_for_everyone()
            accelerator.unwrap_model(model).save_pretrained(args.out, is_main_process=accelerator.is_main_process)

    final = AutoModelForSequenceClassification.from_pretrained(args.out).to(accelerator.device)
    accelerator.print(f"best validation {best:.3f}, test {evaluate(final, test_dl, accelerator):.3f}")
    assert os.path.exists(os.path.join(args.out, "config.json")) and scheduler.get_last_lr()[0] < 1e-8


if __name__ == "__main__":
    main()
