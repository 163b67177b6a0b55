"""Fine-tune a small GPT-2 so that it continues a prompt with the steps of the recipe."""
import json
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup

CHECKPOINT = "checkpoints/steps"
EPOCHS = 12
BATCH_SIZE = 16
LR = 2e-3


def read(split):
    return [json.loads(line) for line in Path(f"data/steps/{split}.jsonl").read_text().splitlines()]


torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(CHECKPOINT)
model.config.pad_token_id = tokenizer.pad_token_id


def collate(rows):
    """Prompt + steps + </s>; the loss looks at the steps and at the end only."""
    ids, labels = [], []
    for row in rows:
        prompt = tokenizer(row["prompt"])["input_ids"]
        steps = tokenizer(row["steps"])["input_ids"] + [tokenizer.eos_token_id]
        ids.append(prompt + steps)
        labels.append([-100] * len(prompt) + steps)
    width = max(len(x) for x in ids)
    return {
        "input_ids": torch.tensor([x + [tokenizer.pad_token_id] * (width - len(x)) for x in ids]),
        "attention_mask": torch.tensor([[1] * len(x) + [0] * (width - len(x)) for x in ids]),
        "labels": torch.tensor([x + [-100] * (width - len(x)) for x in labels]),
    }


train_loader = DataLoader(read("train"), batch_size=BATCH_SIZE, shuffle=True, collate_fn=collate)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
scheduler = get_linear_schedule_with_warmup(optimizer, 20, EPOCHS * len(train_loader))

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += loss.item()
    print(f"epoch {epoch + 1:2d} loss {total / len(train_loader):.4f}")

# ---------------------------------------------------------------- generation
model.eval()
tokenizer.padding_side = "left"
test = read("test")
right, shown = 0, 0
for start in range(0, len(test), 32):
    rows = test[start : start + 32]
    inputs = tokenizer([r["prompt"] for r in rows], return_tensors="pt", padding=True)
    with torch.no_grad():
        output = model.generate(
            **inputs,
            max_new_tokens=10,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
    continuation = output[:, inputs["input_ids"].shape[1] :]
    for row, text in zip(rows, tokenizer.batch_decode(continuation, skip_special_tokens=True)):
        right += text.strip() == row["steps"]
        if shown < 8:
            print(f"{row['prompt']!r:40} -> {text!r}   (should be {row['steps']!r})")
            shown += 1
print(f"exact match {right / len(test):.3f}")
