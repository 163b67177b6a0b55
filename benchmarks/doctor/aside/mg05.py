# Teach the tiny GPT-2 to continue "thing in place : verb" with the list of steps.
# (converted from my notebook)

# %% setup
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer

random.seed(3)
torch.manual_seed(3)

path = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(path)
model = AutoModelForCausalLM.from_pretrained(path)

# %% data
def read(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]

train_rows = read("train")
known = {r["prompt"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["prompt"] not in known]
print(len(train_rows), "rows for training,", len(valid_rows), "new prompts for validation")


def encode(row):
    ids = tok(row["prompt"] + " " + row["steps"])["input_ids"] + [tok.eos_token_id]
    return torch.tensor(ids)


def collate(seqs):
    """Inputs and next-token targets, padded on the right; no loss on padding."""
    width = max(len(s) for s in seqs) - 1
    x = torch.full((len(seqs), width), tok.eos_token_id)
    y = torch.full((len(seqs), width), -100)
    mask = torch.zeros((len(seqs), width), dtype=torch.long)
    for i, s in enumerate(seqs):
        n = len(s) - 1
        x[i, :n] = s[:-1]
        y[i, :n] = s[1:]
        mask[i, :n] = 1
    return x, mask, y


loader = DataLoader([encode(r) for r in train_rows], batch_size=16, shuffle=True, collate_fn=collate)

# %% training
epochs = 15
opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * len(loader))

for epoch in range(epochs):
    model.train()
    total = 0.0
    for x, mask, y in loader:
        opt.zero_grad()
        out = model(input_ids=x, attention_mask=mask, labels=y)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        total += out.loss.item()
    print(f"epoch {epoch + 1:2d}  loss {total / len(loader):.3f}")

# %% how good are the continuations?
model.eval()
right = 0
for i, row in enumerate(valid_rows):
    enc = tok(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        gen = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.eos_token_id)
    answer = tok.decode(gen[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    right += answer == row["steps"]
    if i < 5:
        print(f"{row['prompt']!r}: wanted {row['steps']!r}, got {answer!r}")
print(f"exact match {right / len(valid_rows):.3f}")
