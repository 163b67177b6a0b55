"""GPT-2 learns to answer a prompt with a list of work steps. Plain PyTorch loop, loss only on the answer."""
import json
import math

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

CKPT = "checkpoints/steps"
EPOCHS = 20
BATCH = 16
LR = 2e-3
SEED = 3
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

set_seed(SEED)
tok = AutoTokenizer.from_pretrained(CKPT)
tok.pad_token = tok.eos_token  # no pad token in this one; padded places are masked by hand below
model = AutoModelForCausalLM.from_pretrained(CKPT).to(device)
model.config.pad_token_id = tok.pad_token_id
model.generation_config.pad_token_id = tok.pad_token_id


def load():
    """Every prompt lives in exactly one split."""
    taken, out = set(), {}
    for split in ("test", "validation", "train"):
        with open(f"data/steps/{split}.jsonl") as fh:
            rows = {r["prompt"]: r["steps"] for r in map(json.loads, fh)}
        out[split] = [(p, s) for p, s in rows.items() if p not in taken]
        taken.update(rows)
    return out


def encode(pair):
    prompt, steps = pair
    p = tok(prompt)["input_ids"]
    s = tok(steps)["input_ids"] + [tok.eos_token_id]  # it has to learn when to stop
    return {"ids": p + s, "labels": [-100] * len(p) + s}


def collate(items):
    width = max(len(x["ids"]) for x in items)
    ids, mask, labels = [], [], []
    for x in items:
        gap = width - len(x["ids"])
        ids.append(x["ids"] + [tok.pad_token_id] * gap)
        mask.append([1] * len(x["ids"]) + [0] * gap)
        labels.append(x["labels"] + [-100] * gap)
    return {"input_ids": torch.tensor(ids), "attention_mask": torch.tensor(mask), "labels": torch.tensor(labels)}


@torch.no_grad()
def valid_loss(loader):
    model.eval()
    total, count = 0.0, 0
    for batch in loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        n = (batch["labels"][:, 1:] != -100).sum().item()
        total += model(**batch).loss.item() * n
        count += n
    return total / count


@torch.no_grad()
def exact_match(pairs, batch_size=40):
    model.eval()
    tok.padding_side = "left"  # generation continues at the right end
    hits = 0
    for i in range(0, len(pairs), batch_size):
        chunk = pairs[i:i + batch_size]
        enc = tok([p for p, _ in chunk], padding=True, return_tensors="pt").to(device)
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
        texts = tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        hits += sum(t.strip() == s for t, (_, s) in zip(texts, chunk))
    tok.padding_side = "right"
    return hits / len(pairs)


data = load()
print({k: len(v) for k, v in data.items()})
train_dl = DataLoader([encode(x) for x in data["train"]], batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_dl = DataLoader([encode(x) for x in data["validation"]], batch_size=64, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
total_steps = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total_steps), total_steps)

for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for batch in train_dl:
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    vl = valid_loss(valid_dl)
    print(f"{epoch:2d}  train {running / len(train_dl):.4f}  valid {vl:.4f}  ppl {math.exp(vl):.3f}")

print("exact match, validation:", round(exact_match(data["validation"]), 3))
print("exact match, test:      ", round(exact_match(data["test"]), 3))
model.save_pretrained("out/ih04")
tok.save_pretrained("out/ih04")
