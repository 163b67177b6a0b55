"""Name tagger: plain PyTorch loop around AutoModelForTokenClassification, word-level scores."""
import argparse
import json
import os

import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_linear_schedule_with_warmup,
    set_seed,
)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tags")
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--out", default="out/qc03")
    return p.parse_args()


def load_all():
    taken, out = set(), {}
    for split in ["test", "validation", "train"]:  # test first: later splits give up shared sentences
        rows = [json.loads(s) for s in open(f"data/tags/{split}.jsonl", encoding="utf-8")]
        out[split] = []
        for r in rows:
            key = tuple(r["words"])
            if key not in taken:
                taken.add(key)
                out[split].append(r)
    return out


def featurize(rows, tok):
    feats = []
    for r in rows:
        enc = tok(r["words"], is_split_into_words=True, truncation=True, max_length=64)
        labels, before = [], None
        for w in enc.word_ids():
            # only the first piece of each word carries the tag
            labels.append(-100 if w is None or w == before else r["tags"][w])
            before = w
        feats.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels})
    return feats


@torch.inference_mode()
def score(model, loader):
    """micro F1 over the words that are names (tags 1..3), and accuracy over all words"""
    model.eval()
    tp = n_pred = n_gold = right = words = 0
    for batch in loader:
        gold = batch["labels"]
        guess = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        real = gold != -100
        g, p = gold[real], guess[real]
        tp += ((g == p) & (g > 0)).sum().item()
        n_pred += (p > 0).sum().item()
        n_gold += (g > 0).sum().item()
        right += (g == p).sum().item()
        words += real.sum().item()
    f1 = 2 * tp / max(n_pred + n_gold, 1)
    return f1, right / words


def main():
    a = parse()
    set_seed(0)
    tok = AutoTokenizer.from_pretrained(a.checkpoint)
    rows = load_all()
    coll = DataCollatorForTokenClassification(tok)
    train = DataLoader(featurize(rows["train"], tok), batch_size=a.batch_size, shuffle=True, collate_fn=coll)
    valid = DataLoader(featurize(rows["validation"], tok), batch_size=64, collate_fn=coll)
    test = DataLoader(featurize(rows["test"], tok), batch_size=64, collate_fn=coll)

    model = AutoModelForTokenClassification.from_pretrained(a.checkpoint, num_labels=4)
    opt = torch.optim.AdamW(model.parameters(), lr=a.lr, weight_decay=0.01)
    total = a.epochs * len(train)
    sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)

    best = -1.0
    for ep in range(1, a.epochs + 1):
        model.train()
        running = 0.0
        for batch in train:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad()
            running += loss.item()
        f1, acc = score(model, valid)
        print(f"{ep:3d} loss {running / len(train):.4f} valid f1 {f1:.3f} acc {acc:.3f}")
        if f1 > best:
            best = f1
            os.makedirs(a.out, exist_ok=True)
            model.save_pretrained(a.out)
    tok.save_pretrained(a.out)

    chosen = AutoModelForTokenClassification.from_pretrained(a.out)
    f1, acc = score(chosen, test)
    outside = sum(t == 0 for r in rows["test"] for t in r["tags"]) / sum(len(r["tags"]) for r in rows["test"])
    print(f"TEST f1 {f1:.3f} (all-outside: 0.000)  word acc {acc:.3f} (all-outside: {outside:.3f})")


if __name__ == "__main__":
    main()
