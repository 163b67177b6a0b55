"""Teach the small GPT-2 to continue a prompt with its steps.

Loss on the continuation only (prompt and padding are -100); judged by exact match of
greedy continuations, cut at the end token.
"""
import json
from collections import defaultdict

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

CKPT, EPOCHS, BATCH, LR = "checkpoints/steps", 25, 16, 2e-3
IGNORE = -100


def read(split):
    with open(f"data/steps/{split}.jsonl", encoding="utf-8") as fh:
        return [json.loads(line) for line in fh]


def disjoint_splits():
    test = read("test")
    taken = {r["prompt"] for r in test}
    dev = [r for r in read("validation") if r["prompt"] not in taken]
    taken |= {r["prompt"] for r in dev}
    train = [r for r in read("train") if r["prompt"] not in taken]
    return train, dev, test


def ids(tok, text):
    return tok(text, add_special_tokens=False)["input_ids"]


def make_collate(tok):
    eos = tok.eos_token_id

    def collate(rows):
        pairs = [(ids(tok, r["prompt"]), ids(tok, r["steps"]) + [eos]) for r in rows]
        width = max(len(p) + len(s) for p, s in pairs)
        batch = {"input_ids": [], "attention_mask": [], "labels": []}
        for p, s in pairs:
            pad = width - len(p) - len(s)
            batch["input_ids"].append(p + s + [eos] * pad)
            batch["attention_mask"].append([1] * (len(p) + len(s)) + [0] * pad)
            batch["labels"].append([IGNORE] * len(p) + s + [IGNORE] * pad)
        return {k: torch.tensor(v) for k, v in batch.items()}

    return collate


@torch.no_grad()
def exact_match(model, tok, rows):
    model.eval()
    eos = tok.eos_token_id
    by_length = defaultdict(list)  # prompts of one length need no padding
    for r in rows:
        p = ids(tok, r["prompt"])
        by_length[len(p)].append((p, ids(tok, r["steps"])))
    right = 0
    for length, group in by_length.items():
        x = torch.tensor([p for p, _ in group])
        y = model.generate(input_ids=x, attention_mask=torch.ones_like(x), max_new_tokens=10,
                           do_sample=False, pad_token_id=eos)
        for out, (_, gold) in zip(y[:, length:].tolist(), group):
            out = out[:out.index(eos)] if eos in out else out
            right += out == gold
    return right / len(rows)


def main():
    set_seed(9)
    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForCausalLM.from_pretrained(CKPT)
    train, dev, test = disjoint_splits()
    loader = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=make_collate(tok))
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    n = EPOCHS * len(loader)
    sched = get_cosine_schedule_with_warmup(opt, n // 20, n)
    for epoch in range(1, EPOCHS + 1):
        model.train()
        total = 0.0
        for batch in loader:
            loss = model(**batch).loss  # the model shifts the labels itself
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            total += loss.item()
        if epoch % 5 == 0:
            print(f"epoch {epoch}: loss {total / len(loader):.3f} dev exact match {exact_match(model, tok, dev):.3f}")
    print(f"test exact match {exact_match(model, tok, test):.3f}")


if __name__ == "__main__":
    main()
