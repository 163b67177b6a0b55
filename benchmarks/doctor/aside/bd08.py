import math

import pandas as pd
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(2024)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

train = pd.read_json("data/steps/train.jsonl", lines=True)
val = pd.read_json("data/steps/validation.jsonl", lines=True)


def encode(df):
    texts = (df["prompt"] + " " + df["steps"] + tok.eos_token).tolist()
    enc = tok(texts, padding=True, return_tensors="pt")
    targets = enc["input_ids"].masked_fill(enc["attention_mask"] == 0, -100)
    return enc["input_ids"], enc["attention_mask"], targets


def get_loss(ids, mask, targets):
    out = model(input_ids=ids[:, :-1], attention_mask=mask[:, :-1], labels=targets[:, 1:])
    return out.loss


train_ids, train_mask, train_targets = encode(train)
val_ids, val_mask, val_targets = encode(val)

epochs, bs = 8, 16
steps_per_epoch = math.ceil(len(train) / bs)
opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
sched = get_cosine_schedule_with_warmup(opt, 20, epochs * steps_per_epoch)

for epoch in range(epochs):
    model.train()
    perm = torch.randperm(len(train))
    losses = []
    for i in range(0, len(train), bs):
        idx = perm[i:i + bs]
        loss = get_loss(train_ids[idx], train_mask[idx], train_targets[idx])
        loss.backward()
        opt.step()
        sched.step()
        opt.zero_grad()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        val_loss = get_loss(val_ids, val_mask, val_targets).item()
    print(f"epoch {epoch + 1} train {sum(losses) / len(losses):.3f} val {val_loss:.3f}")

hits = 0
for n, (prompt, gold) in enumerate(zip(val["prompt"][:60], val["steps"][:60])):
    enc = tok(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.pad_token_id)
    text = tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    hits += text == gold
    if n < 8:
        print(prompt, "->", text, "  (", gold, ")")
print("exact match on 60 validation prompts:", hits / 60)
