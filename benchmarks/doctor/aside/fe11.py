# Prompt -> steps with GPT-2.  Loss only on the steps, then batched greedy decoding.
import json
import math

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(17)
ckpt = "checkpoints/steps"

tok = AutoTokenizer.from_pretrained(ckpt)
tok.pad_token = tok.eos_token
lm = AutoModelForCausalLM.from_pretrained(ckpt)
lm.generation_config.pad_token_id = tok.pad_token_id


def read(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]


train = read("train")
have = {r["prompt"] for r in train}
val = [r for r in read("validation") if r["prompt"] not in have]
have |= {r["prompt"] for r in val}
test = [r for r in read("test") if r["prompt"] not in have]


def example(r):
    p = tok(r["prompt"])["input_ids"]
    s = tok(r["steps"])["input_ids"] + [tok.eos_token_id]
    return torch.tensor(p + s), torch.tensor([-100] * len(p) + s)


def batches(rows, size, shuffle):
    order = torch.randperm(len(rows)).tolist() if shuffle else range(len(rows))
    order = list(order)
    for i in range(0, len(order), size):
        ex = [example(rows[k]) for k in order[i:i + size]]
        ids = pad_sequence([e[0] for e in ex], batch_first=True, padding_value=tok.pad_token_id)
        labels = pad_sequence([e[1] for e in ex], batch_first=True, padding_value=-100)
        lengths = torch.tensor([len(e[0]) for e in ex])
        mask = (torch.arange(ids.size(1))[None] < lengths[:, None]).long()
        yield {"input_ids": ids, "attention_mask": mask, "labels": labels}


def val_loss(rows):
    lm.eval()
    s, n = 0.0, 0
    with torch.no_grad():
        for b in batches(rows, 64, False):
            k = (b["labels"] != -100).sum().item()
            s += lm(**b).loss.item() * k
            n += k
    return s / n


def complete(prompts, size=40):
    lm.eval()
    texts = []
    for i in range(0, len(prompts), size):
        enc = tok(prompts[i:i + size], padding=True, return_tensors="pt")
        with torch.no_grad():
            out = lm.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"],
                              max_new_tokens=8, do_sample=False)
        new = out[:, enc["input_ids"].size(1):]
        texts += [t.strip() for t in tok.batch_decode(new, skip_special_tokens=True)]
    return texts


EPOCHS, BS = 12, 16
steps = EPOCHS * math.ceil(len(train) / BS)
optimizer = torch.optim.AdamW(lm.parameters(), lr=2e-3, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, steps // 20, steps)

for epoch in range(EPOCHS):
    lm.train()
    for b in batches(train, BS, True):
        loss = lm(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(lm.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    print(f"epoch {epoch + 1}: validation loss {val_loss(val):.4f}")

for name, rows in (("validation", val), ("test", test)):
    said = complete([r["prompt"] for r in rows])
    ok = [a == r["steps"] for a, r in zip(said, rows)]
    print(f"{name}: exact match {sum(ok) / len(ok):.3f} of {len(ok)}")
    for a, r in list(zip(said, rows))[:3]:
        print("   ", r["prompt"], "->", a)
