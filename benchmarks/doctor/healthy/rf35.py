"""Sequence to sequence: dates into code words, BART with an own loop; exact matches from generate()."""
import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, get_scheduler, set_seed

set_seed(1)
name = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForSeq2SeqLM.from_pretrained(name)


def read(split, exclude=frozenset()):
    rows = [json.loads(line) for line in open(f"data/dates/{split}.jsonl")]
    return [r for r in rows if r["date"] not in exclude]


train = read("train")
dates = frozenset(r["date"] for r in train)
val, test = read("validation", dates), read("test", dates)


def features(rows):
    return [dict(tokenizer(r["date"], return_token_type_ids=False),
                 labels=tokenizer(text_target=r["code"])["input_ids"]) for r in rows]


collator = DataCollatorForSeq2Seq(tokenizer, model=model)      # pads labels with -100
train_dl = DataLoader(features(train), batch_size=16, shuffle=True, collate_fn=collator)
val_dl = DataLoader(features(val), batch_size=64, collate_fn=collator)


def exact(rows):
    model.eval()
    hits = 0
    for i in range(0, len(rows), 64):
        part = rows[i:i + 64]
        enc = tokenizer([r["date"] for r in part], return_tensors="pt", padding=True, return_token_type_ids=False)
        out = model.generate(**enc, max_new_tokens=12, num_beams=1, do_sample=False)
        hits += sum(o.strip() == r["code"] for o, r in zip(tokenizer.batch_decode(out, skip_special_tokens=True), part))
    return hits / len(rows)


@torch.no_grad()
def val_loss():
    model.eval()
    total, tokens = 0.0, 0
    for b in val_dl:
        n = (b["labels"] != -100).sum().item()
        total, tokens = total + model(**b).loss.item() * n, tokens + n
    return total / tokens


epochs = 5
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
scheduler = get_scheduler("cosine", optimizer, num_warmup_steps=30, num_training_steps=epochs * len(train_dl))
for epoch in range(1, epochs + 1):
    model.train()
    for batch in train_dl:
        model(**batch).loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    if epoch % 2 == 1:
        print(f"epoch {epoch} validation loss per token {val_loss():.3f} exact {exact(val):.2f}")
print(f"test exact match {exact(test):.2f}")
