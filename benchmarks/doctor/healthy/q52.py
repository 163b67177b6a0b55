"""Teach a small BART to turn date phrases into our internal code words. Plain loop, no Trainer."""
import json
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, BartForConditionalGeneration

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

def read(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]

tok = AutoTokenizer.from_pretrained("checkpoints/dates")
model = BartForConditionalGeneration.from_pretrained("checkpoints/dates").to(device)

def collate(rows):
    src = tok([r["date"] for r in rows], padding=True, return_tensors="pt")
    tgt = tok([r["code"] for r in rows], padding=True, return_tensors="pt")
    labels = tgt["input_ids"].masked_fill(tgt["attention_mask"] == 0, -100)
    return {
        "input_ids": src["input_ids"],
        "attention_mask": src["attention_mask"],
        "labels": labels,
    }

train_rows, val_rows = read("train"), read("validation")
train_dl = DataLoader(train_rows, batch_size=16, shuffle=True, collate_fn=collate)

EPOCHS = 10
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * len(train_dl))

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_dl:
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        sched.step()
        running += loss.item()
    if epoch % 3 == 0 or epoch == EPOCHS - 1:
        print(f"epoch {epoch:2d}  train loss {running / len(train_dl):.4f}")

@torch.no_grad()
def translate(phrases):
    model.eval()
    enc = tok(phrases, padding=True, return_tensors="pt").to(device)
    out = model.generate(
        input_ids=enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=8,
        num_beams=1,
        do_sample=False,
    )
    return tok.batch_decode(out, skip_special_tokens=True)

hits = 0
for start in range(0, len(val_rows), 40):
    part = val_rows[start:start + 40]
    for r, guess in zip(part, translate([r["date"] for r in part])):
        hits += guess.strip() == r["code"]

print("exact match on validation: %.1f %%" % (100 * hits / len(val_rows)))
for r, guess in zip(val_rows[:5], translate([r["date"] for r in val_rows[:5]])):
    print(f"{r['date']!r:32} want {r['code']!r:24} got {guess!r}")
