import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup

random.seed(0)
torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

CKPT = "checkpoints/steps"
EPOCHS = 10


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(CKPT).to(device)


def collate(rows):
    texts = [r["prompt"] + " " + r["steps"] + " " + tokenizer.eos_token for r in rows]
    enc = tokenizer(texts, padding=True, return_tensors="pt")
    # no loss on padding (pad and eos share an id, so go by the mask)
    enc["labels"] = enc["input_ids"].masked_fill(enc["attention_mask"] == 0, -100)
    return enc


train_dl = DataLoader(read("train"), batch_size=16, shuffle=True, collate_fn=collate)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
scheduler = get_linear_schedule_with_warmup(optimizer, 20, EPOCHS * len(train_dl))

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_dl:
        batch = batch.to(device)
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    print(f"epoch {epoch + 1}: train loss {running / len(train_dl):.4f}")

# ---- evaluation: write the steps for the test prompts, 32 at a time
model.eval()
tokenizer.padding_side = "left"
test = read("test")
hits, shown = 0, 0
for start in range(0, len(test), 32):
    rows = test[start:start + 32]
    enc = tokenizer([r["prompt"] for r in rows], padding=True, return_tensors="pt").to(device)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    texts = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    for row, text in zip(rows, texts):
        hits += text.strip() == row["steps"]
        if shown < 8:
            print(repr(row["prompt"]), "->", repr(text), "should be", repr(row["steps"]))
            shown += 1
print(f"exact match on test: {hits / len(test):.3f}")
