# coding: utf-8
# exported from recipe_steps.ipynb

# In[1]:
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup

random.seed(7)
torch.manual_seed(7)

# In[2]:
def read(name):
    with open(f"data/steps/{name}.jsonl") as f:
        return [json.loads(line) for line in f]

train_rows, test_rows = read("train"), read("test")
train_rows[0]

# In[3]:
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
EOS = tok.eos_token_id

# In[4]:
def collate(rows):
    seqs = []
    for r in rows:
        p = tok(r["prompt"])["input_ids"]
        s = tok(r["steps"])["input_ids"] + [EOS]
        seqs.append((p + s, [-100] * len(p) + s))
    n = max(len(a) for a, _ in seqs)
    ids = torch.full((len(seqs), n), EOS)
    mask = torch.zeros((len(seqs), n), dtype=torch.long)
    labels = torch.full((len(seqs), n), -100)
    for i, (a, b) in enumerate(seqs):
        ids[i, : len(a)] = torch.tensor(a)
        mask[i, : len(a)] = 1
        labels[i, : len(b)] = torch.tensor(b)
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}

loader = DataLoader(train_rows, batch_size=16, shuffle=True, collate_fn=collate)

# In[5]:
epochs = 20
opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
sched = get_linear_schedule_with_warmup(opt, 20, epochs * len(loader))
model.train()
for epoch in range(epochs):
    total = 0.0
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
        total += loss.item()
    print(f"epoch {epoch + 1}: loss {total / len(loader):.4f}")

# In[6]:
model.eval()
hits = 0
for i, row in enumerate(test_rows):
    enc = tok(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=12, do_sample=False, pad_token_id=EOS)
    answer = tok.decode(out[0][enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    hits += answer == row["steps"]
    if i < 3:
        print("want:", row["steps"])
        print("got: ", answer)
print(f"exact match on test: {hits / len(test_rows):.3f}")
