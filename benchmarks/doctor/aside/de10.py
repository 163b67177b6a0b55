"""Language model for work steps. Our own small GPT class is gone, the loop around it stayed: GPT2LMHeadModel now."""
import json

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, GPT2LMHeadModel

CKPT = "checkpoints/steps"
DEVICE = "cpu"
EPOCHS = 8


def load(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


tokenizer = AutoTokenizer.from_pretrained(CKPT)
EOS = tokenizer.eos_token_id

train_rows = load("train")
train_prompts = {r["prompt"] for r in train_rows}
valid_rows = [r for r in load("validation") if r["prompt"] not in train_prompts]


def encode(row):
    ids = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"]
    return torch.tensor(ids + [EOS])


def collate(rows):
    seqs = [encode(r) for r in rows]
    ids = pad_sequence(seqs, batch_first=True, padding_value=EOS)
    lengths = torch.tensor([len(s) for s in seqs])
    mask = (torch.arange(ids.size(1))[None, :] < lengths[:, None]).long()

    x = ids[:, :-1]
    y = ids[:, 1:].clone()
    y[mask[:, 1:] == 0] = -100
    return {"input_ids": x, "attention_mask": mask[:, :-1], "labels": y}


loader = DataLoader(
    train_rows, batch_size=16, shuffle=True, collate_fn=collate, generator=torch.Generator().manual_seed(0)
)

torch.manual_seed(0)
model = GPT2LMHeadModel.from_pretrained(CKPT).to(DEVICE)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)


def exact_match(rows):
    model.eval()
    hits = 0
    for row in rows:
        enc = tokenizer(row["prompt"], return_tensors="pt").to(DEVICE)
        with torch.no_grad():
            out = model.generate(
                input_ids=enc["input_ids"],
                attention_mask=enc["attention_mask"],
                max_new_tokens=8,
                do_sample=False,
                pad_token_id=EOS,
            )
        text = tokenizer.decode(out[0, enc["input_ids"].size(1):], skip_special_tokens=True)
        hits += text.strip() == row["steps"]
    return hits / len(rows), text


for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in loader:
        batch = {k: v.to(DEVICE) for k, v in batch.items()}
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch + 1}: loss {total / len(loader):.4f}")

em, sample = exact_match(valid_rows)
print(f"exact match {em:.3f} on {len(valid_rows)} new prompts")
print("last prompt :", valid_rows[-1]["prompt"])
print("wanted      :", valid_rows[-1]["steps"])
print("generated   :", sample)
