# GPT-2 that writes the work steps for a material: prompt -> steps
# plain PyTorch loop
import json
import random

import torch
from torch.nn.utils import clip_grad_norm_
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, GPT2LMHeadModel, get_cosine_schedule_with_warmup

random.seed(5)
torch.manual_seed(5)

path = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(path)
model = GPT2LMHeadModel.from_pretrained(path)


def load(split):
    return [json.loads(line) for line in open(f"data/steps/{split}.jsonl")]


train, valid, test = load("train"), load("validation"), load("test")


def collate(rows):
    seqs = []
    for r in rows:
        ids = tok(r["prompt"] + " " + r["steps"])["input_ids"] + [tok.eos_token_id]
        seqs.append(torch.tensor(ids))
    lengths = torch.tensor([len(s) for s in seqs])
    input_ids = torch.nn.utils.rnn.pad_sequence(seqs, batch_first=True, padding_value=tok.eos_token_id)
    mask = (torch.arange(input_ids.size(1))[None, :] < lengths[:, None]).long()
    labels = input_ids.masked_fill(mask == 0, -100)
    return input_ids, mask, labels


loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=64, collate_fn=collate)

epochs = 8
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, 20, epochs * len(loader))


def step_loss(batch):
    input_ids, mask, labels = batch
    out = model(
        input_ids=input_ids,
        attention_mask=mask,
        labels=labels,
    )
    return out.loss


for epoch in range(epochs):
    model.train()
    total = 0.0
    for batch in loader:
        loss = step_loss(batch)
        optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total += loss.item()
    model.eval()
    with torch.no_grad():
        val = sum(step_loss(b).item() for b in valid_loader) / len(valid_loader)
    print(f"epoch {epoch + 1}  train loss {total / len(loader):.3f}  valid loss {val:.3f}")

model.eval()
hits = 0
for i, r in enumerate(test):
    ids = tok(r["prompt"], return_tensors="pt")
    out = model.generate(**ids, max_new_tokens=10, do_sample=False, pad_token_id=tok.eos_token_id)
    text = tok.decode(out[0, ids["input_ids"].size(1):], skip_special_tokens=True)
    hits += text.split() == r["steps"].split()
    if i < 3:
        print(r["prompt"], "->", text, "| wanted:", r["steps"])
print("exact match on test: %.3f" % (hits / len(test)))
