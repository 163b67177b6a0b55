# GPT-2 writes the steps after a prompt. Plain PyTorch loop, loss on the answer only.
import json
import random

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

random.seed(18)
torch.manual_seed(18)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
tokenizer.pad_token = tokenizer.eos_token  # there is no other special token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
END = tokenizer.eos_token_id


def read(split, without):
    with open(f"data/steps/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["prompt"] not in without]


train_rows = read("train", set())
known = {r["prompt"] for r in train_rows}
valid_rows = read("validation", known)


def encode(row):
    prompt = tokenizer(row["prompt"])["input_ids"]
    answer = tokenizer(row["steps"])["input_ids"] + [END]
    ids = torch.tensor(prompt + answer)
    # same positions as ids: the model shifts them by itself
    labels = torch.tensor([-100] * len(prompt) + answer)
    return ids, labels


def collate(items):
    ids, labels = zip(*items)
    mask = [torch.ones_like(x) for x in ids]
    return {
        "input_ids": pad_sequence(ids, batch_first=True, padding_value=tokenizer.pad_token_id),
        "attention_mask": pad_sequence(mask, batch_first=True, padding_value=0),
        "labels": pad_sequence(labels, batch_first=True, padding_value=-100),
    }


train_dl = DataLoader([encode(r) for r in train_rows], batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader([encode(r) for r in valid_rows], batch_size=64, collate_fn=collate)

EPOCHS = 15
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(
    optimizer, num_warmup_steps=len(train_dl), num_training_steps=EPOCHS * len(train_dl)
)


@torch.no_grad()
def validation_loss():
    model.eval()
    loss_sum, n = 0.0, 0
    for batch in valid_dl:
        k = (batch["labels"][:, 1:] != -100).sum().item()
        loss_sum += model(**batch).loss.item() * k
        n += k
    return loss_sum / n


for epoch in range(1, EPOCHS + 1):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
    if epoch % 3 == 0:
        print(f"epoch {epoch:2d}  last batch {loss.item():.4f}  validation loss {validation_loss():.4f}")


@torch.no_grad()
def write(prompts):
    # prompts of one batch must end at the same place: padding on the left, here only
    tokenizer.padding_side = "left"
    enc = tokenizer(prompts, return_tensors="pt", padding=True)
    out = model.generate(**enc, max_new_tokens=10, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    return tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)


model.eval()
texts = write([r["prompt"] for r in valid_rows])
exact = sum(t.strip() == r["steps"] for t, r in zip(texts, valid_rows)) / len(valid_rows)
print(f"{len(valid_rows)} prompts never seen, exact match {exact:.3f}")
for r, t in random.sample(list(zip(valid_rows, texts)), 3):
    print("  ", r["prompt"], "->", t)
