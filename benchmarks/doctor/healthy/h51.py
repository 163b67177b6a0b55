# Seq2seq with BART, my own loop. Translates dates into our internal codes.
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, BartForConditionalGeneration

random.seed(0)
torch.manual_seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

CKPT = "checkpoints/dates"
EPOCHS = 40
BATCH = 32
LR = 2e-3


def read(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
val_rows = read("validation")

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = BartForConditionalGeneration.from_pretrained(CKPT).to(device)


def collate(rows):
    src = tokenizer([r["date"] for r in rows], padding=True, return_tensors="pt")
    tgt = tokenizer([r["code"] for r in rows], padding=True, return_tensors="pt")
    return src, tgt


train_loader = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_rows, batch_size=64, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=LR, total_steps=EPOCHS * len(train_loader), pct_start=0.1
)


@torch.no_grad()
def exact_match():
    model.eval()
    good = total = 0
    samples = []
    for src, tgt in val_loader:
        src = {k: src[k].to(device) for k in ("input_ids", "attention_mask")}
        generated = model.generate(**src, max_new_tokens=8, num_beams=1, do_sample=False)
        predicted = tokenizer.batch_decode(generated, skip_special_tokens=True)
        expected = tokenizer.batch_decode(tgt["input_ids"], skip_special_tokens=True)
        for p, e in zip(predicted, expected):
            good += p.strip() == e.strip()
            total += 1
            samples.append((e, p))
    return good / total, samples[:3]


for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for src, tgt in train_loader:
        input_ids = src["input_ids"].to(device)
        attention_mask = src["attention_mask"].to(device)
        target_ids = tgt["input_ids"].to(device)
        labels = target_ids.masked_fill(target_ids == tokenizer.pad_token_id, -100)

        out = model(
            input_ids=input_ids,
            attention_mask=attention_mask,
            labels=labels,
        )
        optimizer.zero_grad()
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += out.loss.item()
    if epoch % 10 == 0:
        score, samples = exact_match()
        print(f"epoch {epoch:3d}  train loss {running / len(train_loader):.4f}  exact match {score:.3f}")

for expected, predicted in samples:
    print(f"expected: {expected:25s} got: {predicted}")
