#!/usr/bin/env python
"""Masked language modelling from the tickets checkpoint (whose encoder is new), measured with one fixed masking."""
import json, logging, math, time
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForMaskedLM, AutoTokenizer, DataCollatorForLanguageModeling

logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", level=logging.INFO)
log = logging.getLogger("mlm")
torch.manual_seed(99)

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForMaskedLM.from_pretrained("checkpoints/tickets")


def texts(name):
    return [json.loads(l)["text"] for l in open(f"data/tickets/{name}.jsonl")]


held = sorted(set(texts("test")))
train = sorted(set(texts("train")) - set(held))       # labels aren't used, every text counts once
enc = lambda ts: [{"input_ids": i} for i in tok(ts, truncation=True, max_length=32)["input_ids"]]
mask = DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.2)

train_dl = DataLoader(enc(train), batch_size=32, shuffle=True, collate_fn=mask)   # masked anew in every epoch
with torch.random.fork_rng():
    torch.manual_seed(1)
    fixed = list(DataLoader(enc(held), batch_size=80, collate_fn=mask))           # masked once, the same before and after


def held_out():
    model.eval()
    nll, hit, n = 0.0, 0, 0
    with torch.no_grad():
        for b in fixed:
            logits = model(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).logits
            where = b["labels"] != -100
            nll += torch.nn.functional.cross_entropy(logits[where], b["labels"][where], reduction="sum").item()
            hit += (logits[where].argmax(-1) == b["labels"][where]).sum().item()
            n += where.sum().item()
    return math.exp(nll / n), hit / n


log.info("before: perplexity %.1f, masked words right %.3f", *held_out())
opt = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.98), weight_decay=0.01)
EPOCHS = 25
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=3e-3, total_steps=EPOCHS * len(train_dl), pct_start=0.15)
t0 = time.time()
for epoch in range(EPOCHS):
    model.train()
    s = 0.0
    for b in train_dl:
        loss = model(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step(); sched.step(); opt.zero_grad()
        s += loss.item()
    if epoch % 5 == 4:
        log.info("epoch %d loss %.3f (%.1fs)", epoch + 1, s / len(train_dl), time.time() - t0)
log.info("after: perplexity %.1f, masked words right %.3f", *held_out())
print("held-out perplexity %.2f, masked words right %.3f" % held_out())
