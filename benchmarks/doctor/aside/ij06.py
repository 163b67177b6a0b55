"""Continue a prompt with its work steps (GPT-2 like model, own training loop)."""
import json
import os

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

CKPT = "checkpoints/steps"
EPOCHS, BATCH, LR = 10, 16, 2e-3

set_seed(8)
os.makedirs("out/ij06", exist_ok=True)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForCausalLM.from_pretrained(CKPT)


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
seen = {r["prompt"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["prompt"] not in seen]
print(len(train_rows), "rows to train,", len(valid_rows), "unseen prompts to validate")


def encode(row):
    ids = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"]
    return torch.tensor(ids + [tokenizer.eos_token_id])


def collate(rows):
    seqs = [encode(r) for r in rows]
    inputs = pad_sequence([s[:-1] for s in seqs], batch_first=True, padding_value=tokenizer.eos_token_id)
    labels = pad_sequence([s[1:] for s in seqs], batch_first=True, padding_value=-100)
    mask = pad_sequence([torch.ones(len(s) - 1, dtype=torch.long) for s in seqs], batch_first=True)
    return {"input_ids": inputs, "attention_mask": mask, "labels": labels}


loader = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=collate)
total_steps = EPOCHS * len(loader)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total_steps), total_steps)


@torch.no_grad()
def exact_match(rows):
    model.eval()
    hits = 0
    for r in rows:
        enc = tokenizer(r["prompt"], return_tensors="pt")
        out = model.generate(
            input_ids=enc["input_ids"],
            attention_mask=enc["attention_mask"],
            max_new_tokens=8,
            do_sample=False,
            pad_token_id=tokenizer.eos_token_id,
        )
        text = tokenizer.decode(out[0, enc["input_ids"].size(1):], skip_special_tokens=True)
        hits += text.strip() == r["steps"]
    return hits / len(rows), text, r["steps"]


for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += loss.item()
    print(f"epoch {epoch + 1}: loss {total / len(loader):.3f}")

em, got, wanted = exact_match(valid_rows)
print(f"exact match on unseen prompts: {em:.3f}")
print("last one:", repr(got), "wanted:", repr(wanted))
model.save_pretrained("out/ij06")
tokenizer.save_pretrained("out/ij06")
