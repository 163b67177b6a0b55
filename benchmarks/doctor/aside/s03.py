"""Finetune a GPT-2 style model to write the work steps for a task, then check its completions."""
import argparse
import json

import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForCausalLM, AutoTokenizer,
                          DataCollatorForLanguageModeling,
                          get_cosine_schedule_with_warmup, set_seed)

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="checkpoints/steps")
parser.add_argument("--epochs", type=int, default=40)
parser.add_argument("--batch_size", type=int, default=32)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--max_new_tokens", type=int, default=12)
cfg = parser.parse_args()

set_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(l) for l in f]


train_rows = read_jsonl("data/steps/train.jsonl")
test_rows = read_jsonl("data/steps/test.jsonl")

tokenizer = AutoTokenizer.from_pretrained(cfg.model)
model = AutoModelForCausalLM.from_pretrained(cfg.model)
tokenizer.pad_token = tokenizer.eos_token
model.config.pad_token_id = tokenizer.pad_token_id
model.to(device)

def encode(row):
    text = row["prompt"] + " " + row["steps"] + tokenizer.eos_token
    return tokenizer(text, truncation=True, max_length=32)


features = [encode(r) for r in train_rows]
print("example:", tokenizer.decode(features[0]["input_ids"]))

collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
loader = DataLoader(features, batch_size=cfg.batch_size, shuffle=True,
                    collate_fn=collator)

optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
total = len(loader) * cfg.epochs
scheduler = get_cosine_schedule_with_warmup(optimizer, total // 20, total)

for epoch in range(cfg.epochs):
    model.train()
    running = 0.0
    for batch in loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        running += loss.item()
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  loss {running / len(loader):.4f}")


@torch.no_grad()
def complete(prompt):
    enc = tokenizer(prompt, return_tensors="pt").to(device)
    out = model.generate(**enc, max_new_tokens=cfg.max_new_tokens, do_sample=False,
                         pad_token_id=tokenizer.pad_token_id)
    new = out[0, enc["input_ids"].shape[1]:]
    return tokenizer.decode(new, skip_special_tokens=True).strip()


model.eval()
hits = 0
for i, row in enumerate(test_rows):
    answer = complete(row["prompt"])
    hits += answer == row["steps"]
    if i < 5:
        print(f"{row['prompt']!r} -> {answer!r}  (gold {row['steps']!r})")
print(f"exact match: {hits / len(test_rows):.3f}")
