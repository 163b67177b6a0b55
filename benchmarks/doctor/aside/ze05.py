"""Small GPT-2 that continues a prompt with the steps, trained without Trainer."""
import json

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(0)

path = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(path)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(path)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model.to(device)


def load(name):
    with open(f"data/steps/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


def encode(row):
    ids = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"]
    return torch.tensor(ids + [tokenizer.eos_token_id])


def collate(items):
    return {
        "input_ids": pad_sequence(items, batch_first=True, padding_value=tokenizer.pad_token_id),
        "attention_mask": pad_sequence([torch.ones_like(x) for x in items], batch_first=True),
        "labels": pad_sequence(items, batch_first=True, padding_value=-100),
    }


train = [encode(r) for r in load("train")]
loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)

epochs = 12
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, 20, epochs * len(loader))

for epoch in range(1, epochs + 1):
    model.train()
    total = 0.0
    for batch in loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total += loss.item()
    print(f"epoch {epoch:2d}  loss {total / len(loader):.3f}")


@torch.no_grad()
def answer(prompts, batch_size=32):
    model.eval()
    texts = []
    for i in range(0, len(prompts), batch_size):
        enc = tokenizer(prompts[i : i + batch_size], padding=True, return_tensors="pt").to(device)
        out = model.generate(
            **enc,
            max_new_tokens=8,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
        new = out[:, enc["input_ids"].shape[1] :]
        texts += tokenizer.batch_decode(new, skip_special_tokens=True)
    return [t.strip() for t in texts]


test = load("test")
guesses = answer([r["prompt"] for r in test])
for row, guess in list(zip(test, guesses))[:8]:
    print(f"{row['prompt']:35s} | {row['steps']:30s} | {guess}")
exact = sum(g == r["steps"] for g, r in zip(guesses, test)) / len(test)
print("exact match on test:", round(exact, 3))
