# Notebook "steps-gpt2", exported to a script.
# Fine-tune the small GPT-2 to write the steps for a prompt. Hand-written loop with
#  - curriculum by length (first the shortest 40 % of the rows, then 70 %, then all of them),
#  - gradient accumulation (4 micro-batches of 8 rows, weighted by their numbers of answer tokens),
#  - batched generation with padding on the left.

# %% imports
import json
import math
import os
import random

import torch
import torch.nn.functional as F
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

set_seed(7)
OUT = "out/ma15"
os.makedirs(OUT, exist_ok=True)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token          # there is no pad token; padding is told apart by the attention mask
tok.padding_side = "left"              # only generation pads with the tokenizer, see collate() for training
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
EOS = tok.eos_token_id


# %% data
def read(split, seen):
    """Rows of a split whose prompt was not met in a split read before; each prompt once."""
    rows = []
    for line in open(f"data/steps/{split}.jsonl"):
        r = json.loads(line)
        if r["prompt"] not in seen:
            seen.add(r["prompt"])
            rows.append((r["prompt"], r["steps"]))
    return rows


seen = set()
test, valid, train = (read(s, seen) for s in ("test", "validation", "train"))
print(len(train), "train", len(valid), "valid", len(test), "test")


def encode(prompt, steps):
    p = tok(prompt, add_special_tokens=False)["input_ids"]
    a = tok(steps, add_special_tokens=False)["input_ids"] + [EOS]
    return p + a, [-100] * len(p) + a


examples = sorted((encode(p, s) for p, s in train), key=lambda e: len(e[0]))
assert len(examples[-1][0]) <= model.config.n_positions


def collate(rows):
    """Right padding. The closing EOS has a label, the padding (the same id) has none."""
    T = max(len(ids) for ids, _ in rows)
    ids = torch.tensor([i + [EOS] * (T - len(i)) for i, _ in rows])
    mask = torch.tensor([[1] * len(i) + [0] * (T - len(i)) for i, _ in rows])
    labels = torch.tensor([y + [-100] * (T - len(y)) for _, y in rows])
    return ids, mask, labels


# %% generation and score
@torch.no_grad()
def exact_match(rows):
    model.eval()
    right = 0
    for i in range(0, len(rows), 50):
        prompts, golds = zip(*rows[i:i + 50])
        x = tok(list(prompts), add_special_tokens=False, padding=True, return_tensors="pt")
        out = model.generate(input_ids=x["input_ids"], attention_mask=x["attention_mask"],
                             max_new_tokens=8, do_sample=False, pad_token_id=EOS)
        answers = tok.batch_decode(out[:, x["input_ids"].size(1):], skip_special_tokens=True)
        right += sum(a.split() == g.split() for a, g in zip(answers, golds))
    return right / len(rows)


# %% curriculum and optimiser
MICRO, ACCUM = 8, 4
stages = [(0.4, 4), (0.7, 4), (1.0, 20)]               # (share of the rows, epochs)
sizes = [(math.ceil(share * len(examples)), epochs) for share, epochs in stages]
steps_total = sum(epochs * math.ceil(n / (MICRO * ACCUM)) for n, epochs in sizes)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=10, num_training_steps=steps_total)

# %% training
best, done = -1.0, 0
for stage, (n, epochs) in enumerate(sizes, 1):
    for epoch in range(epochs):
        model.train()
        rows = random.sample(examples[:n], n)           # shuffled copy
        log, answer_tokens = 0.0, 0
        for i in range(0, n, MICRO * ACCUM):
            group = rows[i:i + MICRO * ACCUM]
            in_group = sum(y != -100 for _, ys in group for y in ys)
            for j in range(0, len(group), MICRO):
                ids, mask, labels = collate(group[j:j + MICRO])
                logits = model(input_ids=ids, attention_mask=mask).logits
                # the logits at t are for the token at t + 1
                loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(),
                                       ignore_index=-100, reduction="sum") / in_group
                loss.backward()
                log += loss.item() * in_group
            answer_tokens += in_group
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            done += 1
        if stage == len(sizes) and epoch % 2 == 1:
            em = exact_match(valid)
            print(f"stage {stage} epoch {epoch + 1:2d}: loss {log / answer_tokens:.4f}, valid exact match {em:.3f}")
            if em > best:
                best = em
                model.save_pretrained(f"{OUT}/best")
                tok.save_pretrained(f"{OUT}/best")
        else:
            print(f"stage {stage} epoch {epoch + 1:2d}: loss {log / answer_tokens:.4f}")
assert done == steps_total

# %% test
model = AutoModelForCausalLM.from_pretrained(f"{OUT}/best")
answers = [s for _, s in train]
usual = max(set(answers), key=answers.count)
print(f"best valid {best:.3f}; test exact match {exact_match(test):.3f}; "
      f"always '{usual}': {sum(s == usual for _, s in test) / len(test):.3f}")
