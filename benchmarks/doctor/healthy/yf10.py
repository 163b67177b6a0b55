import json
import random

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import GPT2LMHeadModel, AutoTokenizer, get_linear_schedule_with_warmup

MODEL = "checkpoints/steps"
BATCH = 16
EPOCHS = 8
LR = 2e-3

random.seed(0)
torch.manual_seed(0)

tokenizer = AutoTokenizer.from_pretrained(MODEL)
model = GPT2LMHeadModel.from_pretrained(MODEL)


def load(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def encode(row):
    ids = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"] + [tokenizer.eos_token_id]
    return torch.tensor(ids)


def collate(seqs):
    ids = pad_sequence(seqs, batch_first=True, padding_value=tokenizer.eos_token_id)
    mask = pad_sequence([torch.ones_like(s) for s in seqs], batch_first=True)
    labels = pad_sequence(seqs, batch_first=True, padding_value=-100)
    return ids, mask, labels


train_loader = DataLoader([encode(r) for r in load("train")], batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader([encode(r) for r in load("validation")], batch_size=BATCH, collate_fn=collate)


def forward(batch):
    ids, mask, labels = batch
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss


optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
scheduler = get_linear_schedule_with_warmup(optimizer, 20, EPOCHS * len(train_loader))

for epoch in range(EPOCHS):
    model.train()
    train_loss = 0
    for batch in train_loader:
        loss = forward(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        train_loss += loss.item() / len(train_loader)
    model.eval()
    with torch.no_grad():
        val_loss = sum(forward(b).item() for b in val_loader) / len(val_loader)
    print(f"epoch {epoch}: train {train_loss:.3f} val {val_loss:.3f}")

rows = load("test")[:60]
hits = 0
for k, row in enumerate(rows):
    enc = tokenizer(row["prompt"], return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=10, do_sample=False, pad_token_id=tokenizer.eos_token_id)
    text = tokenizer.decode(out[0][enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    hits += text == row["steps"]
    if k < 6:
        print(row["prompt"], "=>", text, "   [expected:", row["steps"] + "]")
print("exact match:", hits / len(rows))
