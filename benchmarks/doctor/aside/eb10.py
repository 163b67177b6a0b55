# Teach a tiny GPT-2 to continue a prompt ("glass in school : dry") with the steps that follow.
import json
import pathlib

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer

torch.manual_seed(7)
SRC = "checkpoints/steps"
OUT = pathlib.Path("out/eb10")
OUT.mkdir(parents=True, exist_ok=True)

tok = AutoTokenizer.from_pretrained(SRC)
model = AutoModelForCausalLM.from_pretrained(SRC)


def load(split):
    return [json.loads(l) for l in pathlib.Path(f"data/steps/{split}.jsonl").read_text().splitlines()]


def to_ids(row):
    return tok(f"{row['prompt']} {row['steps']}")["input_ids"] + [tok.eos_token_id]


def collate(rows):
    seqs = [to_ids(r) for r in rows]
    width = max(map(len, seqs))
    ids = torch.full((len(seqs), width), tok.eos_token_id)
    mask = torch.zeros(len(seqs), width, dtype=torch.long)
    labels = torch.full((len(seqs), width), -100)
    for i, s in enumerate(seqs):
        ids[i, : len(s)] = torch.tensor(s)
        mask[i, : len(s)] = 1
        labels[i, : len(s)] = torch.tensor(s)
    return ids, mask, labels


train = load("train")
seen = {r["prompt"] for r in train}
valid = [r for r in load("validation") if r["prompt"] not in seen]
train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=32, collate_fn=collate)


def lm_loss(ids, mask, labels):
    # position t predicts token t + 1
    return model(
        input_ids=ids[:, :-1],
        attention_mask=mask[:, :-1],
        labels=labels[:, 1:],
    ).loss


epochs = 15
opt = torch.optim.AdamW(model.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=2e-3, total_steps=epochs * len(train_dl))

for epoch in range(epochs):
    model.train()
    running = 0.0
    for ids, mask, labels in train_dl:
        opt.zero_grad()
        loss = lm_loss(ids, mask, labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        running += loss.item()

    model.eval()
    with torch.no_grad():
        v = [lm_loss(*b).item() for b in valid_dl]
    print(f"epoch {epoch:2d}  train {running / len(train_dl):.3f}  valid {sum(v) / len(v):.3f}")

# how do the continuations look?
model.eval()
exact = 0
for row in valid:
    enc = tok(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        gen = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.eos_token_id)
    answer = tok.decode(gen[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    exact += answer == row["steps"]
print(f"{exact} of {len(valid)} continuations right; last one: {row['prompt']!r} -> {answer!r} (wanted {row['steps']!r})")

model.save_pretrained(OUT)
tok.save_pretrained(OUT)
