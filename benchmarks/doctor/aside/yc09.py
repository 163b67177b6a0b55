import json
import random

import torch
from torch.optim import AdamW
from transformers import AutoModelForCausalLM, AutoTokenizer

random.seed(11)
torch.manual_seed(11)

NAME = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(NAME)
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained(NAME)
model.config.pad_token_id = tok.pad_token_id


def read(split):
    return [json.loads(line) for line in open(f"data/steps/{split}.jsonl")]


def collate(rows):
    texts = [r["prompt"] + " " + r["steps"] + tok.eos_token for r in rows]
    batch = tok(texts, padding=True, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[labels == tok.pad_token_id] = -100
    batch["labels"] = labels
    return batch


def train(rows, epochs=12, size=16, lr=2e-3):
    optimizer = AdamW(model.parameters(), lr=lr)
    model.train()
    for epoch in range(epochs):
        random.shuffle(rows)
        total, n = 0.0, 0
        for i in range(0, len(rows), size):
            batch = collate(rows[i:i + size])
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            total, n = total + loss.item(), n + 1
        print(f"epoch {epoch:2d}  loss {total / n:.4f}")


@torch.no_grad()
def answer(prompt):
    enc = tok(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=16, do_sample=False, pad_token_id=tok.pad_token_id)
    return tok.decode(out[0][enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


train(read("train"))

model.eval()
test = read("test")
replies = [answer(r["prompt"]) for r in test]
for r, reply in list(zip(test, replies))[:8]:
    print(f"{r['prompt']}\n   should be: {r['steps']}\n   model says: {reply}")
words = [len(x.split()) for x in replies]
print("mean length of the answers:", sum(words) / len(words))
print("exact answers:", sum(a == r["steps"] for a, r in zip(replies, test)), "of", len(test))
