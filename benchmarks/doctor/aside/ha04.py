"""Fine-tune a small GPT-2 to continue a prompt with the steps of the job."""
import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(21)
EPOCHS, BATCH, LR = 12, 16, 2e-3

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")


def load(split):
    with open(f"data/steps/{split}.jsonl") as fh:
        return [json.loads(line) for line in fh]


def collate(rows):
    ids, labels = [], []
    for r in rows:
        prompt = tokenizer(r["prompt"]).input_ids
        answer = tokenizer(r["steps"]).input_ids + [tokenizer.eos_token_id]
        seq = prompt + answer
        target = [-100] * len(prompt) + answer
        ids.append(seq)
        # token t is trained to say token t + 1
        labels.append(target[1:] + [-100])
    width = max(map(len, ids))
    return {
        "input_ids": torch.tensor([s + [tokenizer.pad_token_id] * (width - len(s)) for s in ids]),
        "attention_mask": torch.tensor([[1] * len(s) + [0] * (width - len(s)) for s in ids]),
        "labels": torch.tensor([t + [-100] * (width - len(t)) for t in labels]),
    }


@torch.no_grad()
def exact_match(rows):
    model.eval()
    tokenizer.padding_side = "left"
    right = 0
    for i in range(0, len(rows), 40):
        part = rows[i:i + 40]
        enc = tokenizer([r["prompt"] for r in part], padding=True, return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=7, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        said = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        right += sum(s.strip() == r["steps"] for s, r in zip(said, part))
    return right / len(rows)


train_rows = load("train")
prompts = {r["prompt"] for r in train_rows}
valid_rows = [r for r in load("validation") if r["prompt"] not in prompts]

loader = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=collate)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
scheduler = get_cosine_schedule_with_warmup(optimizer, 30, EPOCHS * len(loader))

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in loader:
        out = model(**batch)
        optimizer.zero_grad()
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += out.loss.item()
    if (epoch + 1) % 4 == 0:
        print(epoch + 1, f"loss {running / len(loader):.3f}", f"exact match {exact_match(valid_rows):.3f}")
