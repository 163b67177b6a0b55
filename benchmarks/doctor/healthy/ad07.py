import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

set_seed(42)
device = "cuda" if torch.cuda.is_available() else "cpu"

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps").to(device)


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


train_rows = read_jsonl("data/steps/train.jsonl")
test_rows = read_jsonl("data/steps/test.jsonl")


def collate(rows):
    enc = tokenizer(
        [f"{r['prompt']} {r['steps']} {tokenizer.eos_token}" for r in rows],
        padding=True,
        return_tensors="pt",
    )
    labels = enc["input_ids"].clone()
    labels[enc["attention_mask"] == 0] = -100
    for i, r in enumerate(rows):
        labels[i, : len(tokenizer(r["prompt"])["input_ids"])] = -100
    enc["labels"] = labels
    return enc


train_loader = DataLoader(train_rows, batch_size=16, shuffle=True, collate_fn=collate)
epochs = 15
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, 20, epochs * len(train_loader))

model.train()
for epoch in range(epochs):
    running = 0.0
    for batch in train_loader:
        batch = batch.to(device)
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        running += loss.item()
    print(f"epoch {epoch + 1}: train loss {running / len(train_loader):.4f}")

# generate for the test set in batches
tokenizer.padding_side = "left"
model.eval()
exact = 0
samples = []
for start in range(0, len(test_rows), 32):
    rows = test_rows[start : start + 32]
    inputs = tokenizer([r["prompt"] for r in rows], padding=True, return_tensors="pt").to(device)
    with torch.no_grad():
        out = model.generate(**inputs, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    texts = tokenizer.batch_decode(out[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
    for r, t in zip(rows, texts):
        exact += t.strip() == r["steps"]
        samples.append((r["prompt"], t, r["steps"]))

for prompt, text, wanted in samples[:8]:
    print(f"{prompt!r:45} -> {text!r:35} (wanted {wanted!r})")
print("exact match:", exact / len(test_rows))
