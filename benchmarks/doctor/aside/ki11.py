"""Teach a small GPT-2 the list of steps that belongs to a request, then let it write them."""
import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

CKPT = "checkpoints/steps"
EPOCHS = 10
MAX_LEN = 32

set_seed(8)
tok = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForCausalLM.from_pretrained(CKPT)
EOS = tok.eos_token_id


def read(name):
    with open(f"data/steps/{name}.jsonl") as f:
        return [json.loads(x) for x in f]


test = read("test")
seen = {r["prompt"] for r in test}
valid = [r for r in read("validation") if r["prompt"] not in seen]
seen |= {r["prompt"] for r in valid}
train = [r for r in read("train") if r["prompt"] not in seen]


def make_example(row):
    prompt = tok(row["prompt"])["input_ids"]
    ids = (prompt + tok(row["steps"])["input_ids"] + [EOS])[:MAX_LEN]
    source = ids[:-1]
    target = ids[1:]
    # no loss on the words of the request itself
    n = len(prompt) - 1
    target = [-100] * n + target[n:]
    return source, target


def collate(rows):
    examples = [make_example(r) for r in rows]
    width = max(len(s) for s, _ in examples)
    batch = {"input_ids": [], "attention_mask": [], "labels": []}
    for s, t in examples:
        gap = width - len(s)
        batch["input_ids"].append(s + [EOS] * gap)
        batch["attention_mask"].append([1] * len(s) + [0] * gap)
        batch["labels"].append(t + [-100] * gap)
    return {k: torch.tensor(v) for k, v in batch.items()}


train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=64, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
steps = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps)

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += loss.item()

    model.eval()
    with torch.no_grad():
        val = sum(model(**b).loss.item() for b in valid_dl) / len(valid_dl)
    print(f"epoch {epoch + 1}: train {total / len(train_dl):.3f}  valid {val:.3f}")


@torch.no_grad()
def write_steps(prompt):
    enc = tok(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=EOS, eos_token_id=EOS)
    return tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


model.eval()
right = 0
for i, row in enumerate(test):
    got = write_steps(row["prompt"])
    right += got == row["steps"]
    if i < 5:
        print(f"{row['prompt']!r}: wanted {row['steps']!r}, got {got!r}")
print(f"exactly right: {right / len(test):.3f}")
