"""Finish the recipe: tune a tiny GPT-2 so that it writes the steps after a prompt.
Only the steps (and the end sign) are learnt, the prompt is masked in the labels."""
import argparse
import json
import math
import os
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

ap = argparse.ArgumentParser()
ap.add_argument("--epochs", type=int, default=30)
ap.add_argument("--batch", type=int, default=16)
ap.add_argument("--lr", type=float, default=1e-3)
ap.add_argument("--clip", type=float, default=1.0)
ap.add_argument("--seed", type=int, default=3)
ap.add_argument("--out", default="out/qb04")
opt = ap.parse_args()

random.seed(opt.seed)
torch.manual_seed(opt.seed)
torch.set_num_threads(2)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token          # there is no pad token; the attention mask tells them apart
tok.padding_side = "left"              # used for generation only; training batches are padded by hand
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.config.pad_token_id = tok.pad_token_id
EOS = tok.eos_token_id


def load(split, forbidden=frozenset()):
    seen, rows = set(forbidden), []
    for line in open(f"data/steps/{split}.jsonl", encoding="utf-8"):
        r = json.loads(line)
        if r["prompt"] not in seen:
            seen.add(r["prompt"])
            rows.append(r)
    return rows


test = load("test")
dev = load("validation", {r["prompt"] for r in test})
train = load("train", {r["prompt"] for r in test + dev})
print(len(train), len(dev), len(test))


def collate(rows):
    ids, labels = [], []
    for r in rows:
        p = tok(r["prompt"], add_special_tokens=False)["input_ids"]
        s = tok(r["steps"], add_special_tokens=False)["input_ids"] + [EOS]
        ids.append(p + s)
        labels.append([-100] * len(p) + s)
    width = max(map(len, ids))
    assert width <= model.config.n_positions
    return {
        "input_ids": torch.tensor([x + [EOS] * (width - len(x)) for x in ids]),
        "attention_mask": torch.tensor([[1] * len(x) + [0] * (width - len(x)) for x in ids]),
        "labels": torch.tensor([x + [-100] * (width - len(x)) for x in labels]),
    }


train_dl = DataLoader(train, batch_size=opt.batch, shuffle=True, collate_fn=collate)
dev_dl = DataLoader(dev, batch_size=64, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=opt.lr, weight_decay=0.01)
total = opt.epochs * len(train_dl)
sched = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=total // 10, num_training_steps=total)


@torch.inference_mode()
def dev_nll():
    model.eval()
    s = n = 0
    for b in dev_dl:
        k = int((b["labels"][:, 1:] != -100).sum())
        s += model(**b).loss.item() * k
        n += k
    return s / n


@torch.inference_mode()
def write(prompts):
    model.eval()
    enc = tok(prompts, return_tensors="pt", padding=True, add_special_tokens=False)
    out = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"],
                         max_new_tokens=10, do_sample=False, pad_token_id=tok.pad_token_id)
    new = out[:, enc["input_ids"].shape[1]:]
    return [t.split() for t in tok.batch_decode(new, skip_special_tokens=True)]


best, keep = math.inf, None
for ep in range(opt.epochs):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), opt.clip)
        optimizer.step()
        sched.step()
        optimizer.zero_grad()
    nll = dev_nll()
    print(f"epoch {ep}: dev nll per token {nll:.4f}")
    if nll < best:
        best, keep = nll, {k: v.detach().clone() for k, v in model.state_dict().items()}

model.load_state_dict(keep)
hits = 0
for i in range(0, len(test), 64):
    part = test[i:i + 64]
    hits += sum(g == r["steps"].split() for g, r in zip(write([r["prompt"] for r in part]), part))
known = [r["steps"] for r in train]
usual = max(sorted(set(known)), key=known.count)
print(f"exact match on test {hits / len(test):.3f}; most frequent answer "
      f"{sum(r['steps'] == usual for r in test) / len(test):.3f}")
os.makedirs(opt.out, exist_ok=True)
model.save_pretrained(opt.out)
tok.save_pretrained(opt.out)
