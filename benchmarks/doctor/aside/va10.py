"""Fine-tune a small GPT-2 to write the work steps for a prompt such as "wax at home : boil"."""
import json
import random

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

CKPT, EPOCHS, BATCH, LR = "checkpoints/steps", 20, 16, 2e-3

random.seed(0)
torch.manual_seed(0)

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForCausalLM.from_pretrained(CKPT)
EOS = tokenizer.eos_token_id


def rows(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def prompt_ids(row):
    return tokenizer(row["prompt"])["input_ids"] + [EOS]


def full_ids(row):
    return prompt_ids(row) + tokenizer(row["steps"])["input_ids"] + [EOS]


train = rows("train")
asked = {r["prompt"] for r in train}
valid = [r for r in rows("validation") if r["prompt"] not in asked]


def collate(batch):
    seqs = [full_ids(r) for r in batch]
    width = max(map(len, seqs))
    ids = torch.full((len(seqs), width), EOS)
    mask = torch.zeros((len(seqs), width), dtype=torch.long)
    target = torch.full((len(seqs), width), -100)
    for i, (s, r) in enumerate(zip(seqs, batch)):
        n = len(prompt_ids(r))
        ids[i, : len(s)] = torch.tensor(s)
        mask[i, : len(s)] = 1
        target[i, n : len(s)] = torch.tensor(s[n:])  # loss on the answer only
    return {
        "input_ids": ids[:, :-1],
        "attention_mask": mask[:, :-1],
        "labels": target[:, 1:].contiguous(),
    }


@torch.no_grad()
def exact_match(data):
    model.eval()
    good = 0
    for r in data:
        ids = torch.tensor([prompt_ids(r)])
        out = model.generate(
            input_ids=ids,
            attention_mask=torch.ones_like(ids),
            max_new_tokens=8,
            do_sample=False,
            pad_token_id=EOS,
        )
        text = tokenizer.decode(out[0, ids.shape[1] :], skip_special_tokens=True).strip()
        good += text == r["steps"]
    return good / len(data)


steps_per_epoch = -(-len(train) // BATCH)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, 20, EPOCHS * steps_per_epoch)

for epoch in range(EPOCHS):
    model.train()
    random.shuffle(train)
    total = 0.0
    for i in range(0, len(train), BATCH):
        loss = model(**collate(train[i : i + BATCH])).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += loss.item()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: loss {total / steps_per_epoch:.4f}  exact match {exact_match(valid):.3f}")
