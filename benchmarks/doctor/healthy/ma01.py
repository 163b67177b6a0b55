"""Route support tickets to one of four desks: fine-tune a small DistilBERT with a hand-written loop.

Batches are bucketed by length and padded to their own longest row.
"""
import json
import math
import os
import random

import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

OUT = "out/ma01"
CKPT = "checkpoints/tickets"
EPOCHS, BATCH, LR = 20, 16, 5e-4


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [(r["text"], r["desk_id"]) for r in map(json.loads, f)]


def unseen(rows, *others):
    """Rows without doubles, and without any text that stands in one of the other lists.

    Texts are compared as the model sees them: 30 words and the two special tokens.
    """
    seen_by_model = lambda text: " ".join(text.split()[:30])
    taken = {seen_by_model(text) for other in others for text, _ in other}
    kept = []
    for text, y in rows:
        if seen_by_model(text) not in taken:
            taken.add(seen_by_model(text))
            kept.append((text, y))
    return kept


def bucketed(rows, batch_size, rng):
    """Shuffle, sort within pools of eight batches, then hand the batches out in random order."""
    rows = rows[:]
    rng.shuffle(rows)
    pool, batches = 8 * batch_size, []
    for i in range(0, len(rows), pool):
        chunk = sorted(rows[i:i + pool], key=lambda r: len(r["input_ids"]))
        batches += [chunk[j:j + batch_size] for j in range(0, len(chunk), batch_size)]
    rng.shuffle(batches)
    return batches


def main():
    torch.manual_seed(11)
    rng = random.Random(11)
    os.makedirs(OUT, exist_ok=True)
    test = unseen(read("test"))
    val = unseen(read("validation"), test)
    train = unseen(read("train"), val, test)

    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)

    def encode(rows):
        # the model has 32 positions; the product is named in the first words, so a cut tail costs nothing
        enc = tok([t for t, _ in rows], truncation=True, max_length=32, padding=False)
        return [{"input_ids": i, "attention_mask": m, "labels": y}
                for i, m, (_, y) in zip(enc["input_ids"], enc["attention_mask"], rows)]

    def collate(batch):
        out = tok.pad([{k: r[k] for k in ("input_ids", "attention_mask")} for r in batch],
                      padding="longest", return_tensors="pt")
        return dict(out), torch.tensor([r["labels"] for r in batch])

    train_x, val_x, test_x = encode(train), encode(val), encode(test)

    @torch.no_grad()
    def accuracy(rows):
        model.eval()
        right = 0
        for i in range(0, len(rows), 64):
            x, y = collate(rows[i:i + 64])
            right += (model(**x).logits.argmax(-1) == y).sum().item()
        return right / len(rows)

    decay = [p for n, p in model.named_parameters() if p.ndim > 1]
    no_decay = [p for n, p in model.named_parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01},
                             {"params": no_decay, "weight_decay": 0.0}], lr=LR)
    # every pool but the last one is full, so the number of batches is the plain quotient
    steps = EPOCHS * math.ceil(len(train_x) / BATCH)
    sched = get_linear_schedule_with_warmup(opt, steps // 10, steps)

    best = -1.0
    for epoch in range(EPOCHS):
        model.train()
        total, n = 0.0, 0
        for batch in bucketed(train_x, BATCH, rng):
            x, y = collate(batch)
            loss = torch.nn.functional.cross_entropy(model(**x).logits, y)
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            total += loss.item() * len(y)
            n += len(y)
        acc = accuracy(val_x)
        print(f"epoch {epoch + 1:2d}  loss {total / n:.4f}  val acc {acc:.3f}")
        if acc > best:
            best = acc
            torch.save(model.state_dict(), f"{OUT}/best.pt")

    model.load_state_dict(torch.load(f"{OUT}/best.pt", weights_only=True))
    counts = [sum(y == c for _, y in train) for c in range(4)]
    major = counts.index(max(counts))
    print(f"best val acc {best:.3f}")
    print(f"test acc {accuracy(test_x):.3f} on {len(test)} tickets; "
          f"always desk {major}: {sum(y == major for _, y in test) / len(test):.3f}")


if __name__ == "__main__":
    main()
