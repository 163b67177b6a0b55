#!/usr/bin/env python
"""Translate dates into code words with a little BART.  `--epochs 60` is what we use."""
import argparse
import json
import random
from collections import Counter

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--checkpoint", default="checkpoints/dates")
    p.add_argument("--data", default="data/dates")
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=3)
    return p.parse_args()


def read_pairs(folder, split):
    with open(f"{folder}/{split}.jsonl") as fh:
        return [(d["date"], d["code"]) for d in map(json.loads, fh)]


def make_collate(tokenizer):
    def collate(pairs):
        src, tgt = zip(*pairs)
        batch = tokenizer(list(src), text_target=list(tgt), padding=True, truncation=True, max_length=32,
                          return_tensors="pt")
        # padding of the targets must not be learnt
        batch["labels"] = batch["labels"].masked_fill(batch["labels"] == tokenizer.pad_token_id, -100)
        return batch

    return collate


@torch.inference_mode()
def translate(model, tokenizer, sources, batch_size=80):
    model.eval()
    out = []
    for i in range(0, len(sources), batch_size):
        enc = tokenizer(sources[i:i + batch_size], padding=True, truncation=True, max_length=32, return_tensors="pt")
        ids = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"],
                             max_new_tokens=12, num_beams=1, do_sample=False)
        out += tokenizer.batch_decode(ids, skip_special_tokens=True)
    return [s.strip() for s in out]


def exact(model, tokenizer, pairs):
    said = translate(model, tokenizer, [s for s, _ in pairs])
    return sum(a == b for a, (_, b) in zip(said, pairs)) / len(pairs)


def words_right(said, gold):
    """Share of the words of the true codes that stand at the same place, counted from the end."""
    right = total = 0
    for a, b in zip(said, gold):
        a, b = a.split()[::-1], b.split()[::-1]
        right += sum(x == y for x, y in zip(a, b))
        total += len(b)
    return right / total


def main():
    args = parse()
    random.seed(args.seed)
    torch.manual_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.checkpoint)

    test = read_pairs(args.data, "test")
    # "on 5 june" and "until 5 june" have the same code: a date belongs to one part only
    test_codes = {c for _, c in test}
    val = [p for p in read_pairs(args.data, "validation") if p[1] not in test_codes]
    val_codes = {c for _, c in val}
    train = [p for p in read_pairs(args.data, "train") if p[1] not in test_codes | val_codes]
    print(f"{len(train)} / {len(val)} / {len(test)} dates")

    loader = DataLoader(train, batch_size=args.batch_size, shuffle=True, collate_fn=make_collate(tokenizer))
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=args.lr, total_steps=args.epochs * len(loader), pct_start=0.1
    )

    best, kept = -1.0, None
    for epoch in range(1, args.epochs + 1):
        model.train()
        total = tokens = 0
        for batch in loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            n = int((batch["labels"] != -100).sum())
            total += loss.item() * n
            tokens += n
        if epoch % 5 == 0 or epoch == args.epochs:
            em = exact(model, tokenizer, val)
            print(f"{epoch:3d}  loss/token {total / tokens:.4f}  exact match on validation {em:.3f}")
            if em > best:
                best, kept = em, {k: v.detach().clone() for k, v in model.state_dict().items()}

    model.load_state_dict(kept)
    said = translate(model, tokenizer, [s for s, _ in test])
    gold = [c for _, c in test]
    em = sum(a == b for a, b in zip(said, gold)) / len(test)
    # knowing nothing: the most frequent word of each place, counted from the end (the year is optional)
    places = [Counter(c.split()[-k] for _, c in train if len(c.split()) >= k).most_common(1)[0][0] for k in (1, 2, 3)]
    guess = [" ".join(places[: len(c.split())][::-1]) for c in gold]
    print(f"test: exact match {em:.3f}, words right {words_right(said, gold):.3f} "
          f"(most frequent words: {words_right(guess, gold):.3f})")


if __name__ == "__main__":
    main()
