"""GPT-2 writes steps for a prompt: own loop, accumulation over micro batches, loss on the steps only."""
import copy
import json
import math
import random

import torch
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR
from transformers import AutoTokenizer, GPT2LMHeadModel

random.seed(2)
torch.manual_seed(2)

PATH = "checkpoints/steps"
MICRO, ACCUM, EPOCHS, PEAK = 8, 2, 16, 2e-3

tok = AutoTokenizer.from_pretrained(PATH)
# No pad token in this tokenizer.  </s> fills the gaps; masks and labels below are made by hand,
# so that the real </s> at the end of a line is learnt.
tok.pad_token = tok.eos_token
model = GPT2LMHeadModel.from_pretrained(PATH)
model.generation_config.pad_token_id = tok.pad_token_id


def rows(split, seen):
    out = []
    for line in open(f"data/steps/{split}.jsonl"):
        r = json.loads(line)
        if r["prompt"] not in seen:
            seen.add(r["prompt"])
            out.append((tok(r["prompt"])["input_ids"], tok(r["steps"])["input_ids"] + [tok.eos_token_id], r))
    return out


seen = set()
train, valid, test = (rows(s, seen) for s in ("train", "validation", "test"))


def stack(part):
    width = max(len(p) + len(s) for p, s, _ in part)
    ids, mask, labels = [], [], []
    for p, s, _ in part:
        gap = width - len(p) - len(s)
        ids.append(p + s + [tok.pad_token_id] * gap)
        mask.append([1] * (len(p) + len(s)) + [0] * gap)
        labels.append([-100] * len(p) + s + [-100] * gap)
    return {"input_ids": torch.tensor(ids), "attention_mask": torch.tensor(mask), "labels": torch.tensor(labels)}


def chunks(seq, n):
    return [seq[i:i + n] for i in range(0, len(seq), n)]


@torch.inference_mode()
def exact(part):
    model.eval()
    tok.padding_side = "left"
    ok = 0
    for some in chunks(part, 50):
        enc = tok([r["prompt"] for _, _, r in some], padding=True, return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
        texts = tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        ok += sum(t.strip() == r["steps"] for t, (_, _, r) in zip(texts, some))
    return ok / len(part)


decay = [p for p in model.parameters() if p.dim() > 1]
plain = [p for p in model.parameters() if p.dim() <= 1]
opt = AdamW([{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=PEAK)

updates = EPOCHS * math.ceil(math.ceil(len(train) / MICRO) / ACCUM)
warm = max(1, updates // 20)
schedule = LambdaLR(
    opt,
    lambda u: (u + 1) / warm if u < warm else 0.5 * (1 + math.cos(math.pi * (u - warm) / max(1, updates - warm))),
)

best, best_state = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    random.shuffle(train)
    shown, tokens_shown = 0.0, 0
    for group in chunks(chunks(train, MICRO), ACCUM):
        batches = [stack(g) for g in group]
        sizes = [(b["labels"][:, 1:] != -100).sum().item() for b in batches]
        for b, n in zip(batches, sizes):
            # each micro batch counts by its number of target tokens
            loss = model(**b).loss * (n / sum(sizes))
            loss.backward()
            shown += loss.item() * sum(sizes)
        tokens_shown += sum(sizes)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        schedule.step()
        opt.zero_grad(set_to_none=True)
    score = exact(valid)
    print(f"epoch {epoch + 1:2d}  loss {shown / tokens_shown:.4f}  validation exact {score:.3f}")
    if score > best:
        best, best_state = score, copy.deepcopy(model.state_dict())

model.load_state_dict(best_state)
print(f"best on validation {best:.3f}, test {exact(test):.3f}")
