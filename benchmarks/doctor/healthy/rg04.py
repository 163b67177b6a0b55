"""Supervised fine-tuning of a small GPT-2: only the answer counts in the loss."""
import json
import random

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

random.seed(3)
torch.manual_seed(3)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.config.pad_token_id = tok.pad_token_id


def load(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(x) for x in f]


def build(row):
    prompt = tok(row["prompt"])["input_ids"]
    answer = tok(row["steps"])["input_ids"] + [tok.eos_token_id]
    return torch.tensor(prompt + answer), torch.tensor([-100] * len(prompt) + answer)


def make_batch(examples):
    ids = [e[0] for e in examples]
    return {
        "input_ids": pad_sequence(ids, batch_first=True, padding_value=tok.pad_token_id),
        "attention_mask": pad_sequence([torch.ones_like(i) for i in ids], batch_first=True, padding_value=0),
        "labels": pad_sequence([e[1] for e in examples], batch_first=True, padding_value=-100),
    }


@torch.no_grad()
def answer(rows, size=40):
    model.eval()
    side, tok.padding_side = tok.padding_side, "left"
    texts = []
    for i in range(0, len(rows), size):
        enc = tok([r["prompt"] for r in rows[i:i + size]], padding=True, return_tensors="pt")
        out = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"],
                             max_new_tokens=8, do_sample=False, pad_token_id=tok.pad_token_id)
        texts += tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    tok.padding_side = side
    return [t.strip() for t in texts]


train, val, test = [build(r) for r in load("train")], load("validation"), load("test")
EPOCHS, BATCH = 20, 16
steps = EPOCHS * len(train) // BATCH
opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
sched = get_cosine_schedule_with_warmup(opt, num_warmup_steps=30, num_training_steps=steps)

for epoch in range(EPOCHS):
    model.train()
    random.shuffle(train)
    losses = []
    for i in range(0, len(train), BATCH):
        loss = model(**make_batch(train[i:i + BATCH])).loss
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        losses.append(loss.item())
    if epoch % 4 == 3:
        hit = sum(a == r["steps"] for a, r in zip(answer(val), val)) / len(val)
        print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.4f}, exact on validation {hit:.3f}")

got = answer(test)
print("exact on test", sum(a == r["steps"] for a, r in zip(got, test)) / len(test))
for r, a in list(zip(test, got))[:5]:
    print(f"{r['prompt']}  =>  {a}   ({r['steps']})")
