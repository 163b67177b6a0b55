"""A tiny GPT-2 from scratch: given 'glass in school : dry', write the working steps."""
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    get_cosine_schedule_with_warmup,
)

SEED = 5
EPOCHS = 25
random.seed(SEED)
torch.manual_seed(SEED)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
tokenizer.pad_token = tokenizer.eos_token  # GPT-2 has no padding token

config = AutoConfig.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_config(config)


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
seen = {r["prompt"] for r in train_rows}
val_rows = [r for r in read("validation") if r["prompt"] not in seen]


def encode(row):
    text = f"{row['prompt']} {row['steps']} {tokenizer.eos_token}"
    return tokenizer(text, truncation=True, max_length=32)


collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)
train_loader = DataLoader(
    [encode(r) for r in train_rows], batch_size=32, shuffle=True, collate_fn=collator
)
val_loader = DataLoader([encode(r) for r in val_rows], batch_size=64, collate_fn=collator)

optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
steps = EPOCHS * len(train_loader)
scheduler = get_cosine_schedule_with_warmup(optimizer, steps // 20, steps)


@torch.no_grad()
def validation_loss():
    model.eval()
    losses = [model(**batch).loss.item() for batch in val_loader]
    return sum(losses) / len(losses)


@torch.no_grad()
def exact_match(rows):
    model.eval()
    right = 0
    for row in rows:
        enc = tokenizer(row["prompt"], return_tensors="pt")
        out = model.generate(
            **enc, max_new_tokens=10, do_sample=False, pad_token_id=tokenizer.pad_token_id
        )
        answer = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        right += answer.strip() == row["steps"]
    return right / len(rows)


for epoch in range(EPOCHS):
    model.train()
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: validation loss {validation_loss():.3f}")

print("exact match on unseen prompts:", round(exact_match(val_rows), 3))
