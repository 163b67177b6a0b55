"""Causal LM with accelerate and gradient accumulation."""
import json
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

ACCUM = 2
accelerator = Accelerator(gradient_accumulation_steps=ACCUM)
set_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
PAD = tok.eos_token_id


def rows(split):
    out = []
    for line in open(f"data/steps/{split}.jsonl"):
        r = json.loads(line)
        p, a = tok.encode(r["prompt"]), tok.encode(r["steps"]) + [tok.eos_token_id]
        out.append({"ids": p + a, "start": len(p), **r})
    return out


def collate(batch):
    width = max(len(b["ids"]) for b in batch)
    ids = torch.full((len(batch), width), PAD)
    mask = torch.zeros_like(ids)
    labels = torch.full_like(ids, -100)
    for i, b in enumerate(batch):
        n = len(b["ids"])
        ids[i, :n] = torch.tensor(b["ids"])
        mask[i, :n] = 1
        labels[i, b["start"]:n] = ids[i, b["start"]:n]
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


train, val, test = rows("train"), rows("validation"), rows("test")
train_dl = DataLoader(train, batch_size=8, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val, batch_size=40, collate_fn=collate)
EPOCHS = 8
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
updates = EPOCHS * math.ceil(len(train_dl) / ACCUM)
scheduler = get_cosine_schedule_with_warmup(optimizer, updates // 10, updates)
model, optimizer, train_dl, val_dl, scheduler = accelerator.prepare(model, optimizer, train_dl, val_dl, scheduler)


@torch.no_grad()
def perplexity():
    model.eval()
    nll = n = 0.0
    for b in val_dl:
        k = (b["labels"][:, 1:] != -100).sum()
        loss = model(**b).loss * k
        both = accelerator.gather(torch.stack([loss, k.float()])[None]).sum(0)
        nll, n = nll + both[0].item(), n + both[1].item()
    return math.exp(nll / n)


for epoch in range(EPOCHS):
    model.train()
    for batch in train_dl:
        with accelerator.accumulate(model):
            loss = model(**batch).loss
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
    accelerator.print(f"epoch {epoch} perplexity {perplexity():.3f}")

plain = accelerator.unwrap_model(model).eval()
right = 0
for r in test:      # one by one: no padding needed
    enc = tok(r["prompt"], return_tensors="pt").to(accelerator.device)
    out = plain.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=PAD)
    right += tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True) == r["steps"]
accelerator.print("test exact match", right / len(test))
