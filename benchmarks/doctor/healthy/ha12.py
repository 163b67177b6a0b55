"""Next-word training with a loss of its own: only the words of the answer count."""
import json

import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token          # GPT-2 has none; the masks below go by length, not by id
tok.padding_side = "left"              # used by generate() only, collate() pads by itself
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")


def read(split):
    return [json.loads(line) for line in open(f"data/steps/{split}.jsonl")]


def collate(rows):
    ids, counts, real = [], [], []
    for row in rows:
        p = tok(row["prompt"])["input_ids"]
        a = tok(row["steps"])["input_ids"] + [tok.eos_token_id]
        ids.append(torch.tensor(p + a))
        counts.append(torch.tensor([0.0] * len(p) + [1.0] * len(a)))
        real.append(torch.ones(len(p) + len(a), dtype=torch.long))
    return (
        pad_sequence(ids, batch_first=True, padding_value=tok.pad_token_id),
        pad_sequence(real, batch_first=True),
        pad_sequence(counts, batch_first=True),
    )


def answer_loss(ids, mask, counts):
    logits = model(input_ids=ids, attention_mask=mask).logits[:, :-1]
    nll = F.cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
    weight = counts[:, 1:]
    return (nll * weight).sum(), weight.sum()


train = read("train")
seen = {r["prompt"] for r in train}
valid = [r for r in read("validation") if r["prompt"] not in seen]
train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=64, collate_fn=collate)

epochs = 15
optim = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
sched = get_cosine_schedule_with_warmup(optim, 30, epochs * len(train_dl))

for epoch in range(1, epochs + 1):
    model.train()
    total = words = 0.0
    for batch in train_dl:
        s, n = answer_loss(*batch)
        optim.zero_grad(set_to_none=True)
        (s / n).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        sched.step()
        total, words = total + s.item(), words + n.item()
    if epoch % 5 == 0:
        model.eval()
        with torch.no_grad():
            sums = [answer_loss(*b) for b in valid_dl]
        v = sum(s.item() for s, _ in sums) / sum(n.item() for _, n in sums)
        print(f"epoch {epoch}: train {total / words:.4f}  valid {v:.4f}")

model.eval()
right = 0
for start in range(0, len(valid), 32):
    part = valid[start:start + 32]
    enc = tok([r["prompt"] for r in part], padding=True, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=7, do_sample=False, pad_token_id=tok.pad_token_id)
    said = tok.batch_decode(out[:, enc["input_ids"].size(1):], skip_special_tokens=True)
    right += sum(s.strip() == r["steps"] for s, r in zip(said, part))
print(f"exact match on unseen prompts: {right / len(valid):.3f}")
