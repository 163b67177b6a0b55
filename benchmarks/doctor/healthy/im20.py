"""Dates to codes once more, with a loop of its own: OneCycle, label smoothing, averaged weights, a checkpoint to resume.

Run it again after an interruption and it goes on where it was; a finished run starts afresh.
"""
import json
import random
from pathlib import Path

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

OUT = Path("out/im20")
STATE = OUT / "state.pt"
EPOCHS, BATCH, PEAK = 35, 16, 1.5e-3

random.seed(1)
torch.manual_seed(1)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")


def read(split, without=()):
    lines = Path(f"data/dates/{split}.jsonl").read_text(encoding="utf-8").splitlines()
    return [r for r in map(json.loads, lines) if r["date"] not in without]


test = read("test")
validation = read("validation", {r["date"] for r in test})
train = read("train", {r["date"] for r in test + validation})


def collate(rows):
    enc = tokenizer([r["date"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    target = tokenizer(text_target=[r["code"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    labels = target["input_ids"].masked_fill(target["attention_mask"] == 0, -100)
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


shuffler = torch.Generator()
loader = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate, generator=shuffler)
criterion = nn.CrossEntropyLoss(ignore_index=-100, label_smoothing=0.05)
optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK, weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=PEAK, epochs=EPOCHS, steps_per_epoch=len(loader), pct_start=0.15)
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.98))


def exact_match(net, rows, size=80):
    net.eval()
    hits = 0
    with torch.no_grad():
        for i in range(0, len(rows), size):
            part = rows[i:i + size]
            enc = tokenizer([r["date"] for r in part], padding=True, return_tensors="pt")
            out = net.generate(**enc, max_new_tokens=8, num_beams=1, do_sample=False)
            said = tokenizer.batch_decode(out, skip_special_tokens=True)
            hits += sum(s.split() == r["code"].split() for s, r in zip(said, part))
    return hits / len(rows)


start = 0
OUT.mkdir(parents=True, exist_ok=True)
if STATE.exists():
    state = torch.load(STATE, map_location="cpu", weights_only=True)
    if state["epoch"] < EPOCHS:
        model.load_state_dict(state["model"])
        ema.load_state_dict(state["ema"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        torch.set_rng_state(state["rng"])
        start = state["epoch"]
        print("going on after epoch", start)

for epoch in range(start, EPOCHS):
    shuffler.manual_seed(1000 + epoch)          # the same order for this epoch, resumed or not
    model.train()
    total = 0.0
    for batch in loader:
        optimizer.zero_grad()
        logits = model(**batch).logits           # with labels given, the decoder's inputs are made by the model
        loss = criterion(logits.flatten(0, 1), batch["labels"].flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        ema.update_parameters(model)
        total += loss.item()
    torch.save({"epoch": epoch + 1, "model": model.state_dict(), "ema": ema.state_dict(),
                "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(),
                "rng": torch.get_rng_state()}, STATE)
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:2d}  loss {total / len(loader):.3f}  "
              f"validation exact match {exact_match(ema.module, validation):.3f}")

print(f"test exact match, averaged weights: {exact_match(ema.module, test):.3f}")
