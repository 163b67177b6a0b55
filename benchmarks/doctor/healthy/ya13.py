import json
import random
import torch
from torch.nn.utils import clip_grad_norm_
from transformers import AutoTokenizer, AutoModelForCausalLM

random.seed(4)
torch.manual_seed(4)

path = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(path)
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained(path)

train = [json.loads(l) for l in open("data/steps/train.jsonl")]
test = [json.loads(l) for l in open("data/steps/test.jsonl")]


def encode(row):
    return tok(row["prompt"] + " " + row["steps"])["input_ids"] + [tok.eos_token_id]


def make_batch(rows):
    seqs = [encode(r) for r in rows]
    longest = max(len(s) for s in seqs)
    ids = torch.full((len(seqs), longest), tok.pad_token_id)
    mask = torch.zeros_like(ids)
    target = torch.full_like(ids, -100)
    for i, s in enumerate(seqs):
        ids[i, :len(s)] = torch.tensor(s)
        target[i, :len(s)] = torch.tensor(s)
        mask[i, :len(s)] = 1
    # predict the next token
    inputs, attention = ids, mask
    labels = target
    return {"input_ids": inputs, "attention_mask": attention, "labels": labels}


def complete(prompt):
    enc = tok(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.eos_token_id)
    return tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
batch_size = 16
for epoch in range(12):
    model.train()
    random.shuffle(train)
    losses = []
    for i in range(0, len(train), batch_size):
        batch = make_batch(train[i:i + batch_size])
        loss = model(**batch).loss
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    print("epoch", epoch, "loss", round(sum(losses) / len(losses), 4))

model.eval()
exact = 0
for row in test[:60]:
    exact += complete(row["prompt"]) == row["steps"]
print("exact match:", exact / 60)
for row in test[:5]:
    print(row["prompt"], "->", complete(row["prompt"]), "| expected:", row["steps"])
