# prompt -> list of steps, small GPT-2, plain PyTorch. Loss only on the steps, not on the prompt.
import json, math, random
import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

SEED, EPOCHS, BS, LR = 1, 25, 32, 2e-3
random.seed(SEED); torch.manual_seed(SEED)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
EOS = tok.eos_token_id

rd = lambda s: [json.loads(l) for l in open(f"data/steps/{s}.jsonl")]
test = rd("test")
seen = {r["prompt"] for r in test}
valid = [r for r in rd("validation") if r["prompt"] not in seen]
seen |= {r["prompt"] for r in valid}
train = [r for r in rd("train") if r["prompt"] not in seen]
print("rows", len(train), len(valid), len(test))

def ids(text):
    return tok(text, add_special_tokens=False)["input_ids"]

def lm_batch(rows):
    """right-padded; the pad positions have mask 0 and label -100, the *real* eos keeps its label"""
    seqs = [(ids(r["prompt"]), ids(r["steps"]) + [EOS]) for r in rows]
    width = max(len(a) + len(b) for a, b in seqs)
    x = torch.full((len(rows), width), EOS)
    y = torch.full((len(rows), width), -100)
    m = torch.zeros(len(rows), width, dtype=torch.long)
    for i, (a, b) in enumerate(seqs):
        n = len(a) + len(b)
        x[i, :n] = torch.tensor(a + b)
        y[i, len(a):n] = torch.tensor(b)
        m[i, :n] = 1
    return dict(input_ids=x, attention_mask=m, labels=y)   # the model shifts the labels itself

@torch.no_grad()
def val_loss():
    model.eval()
    tot = cnt = 0
    for i in range(0, len(valid), 64):
        b = lm_batch(valid[i:i + 64])
        n = (b["labels"][:, 1:] != -100).sum().item()
        tot += model(**b).loss.item() * n
        cnt += n
    return tot / cnt

@torch.no_grad()
def exact_match(rows):
    model.eval()
    good = 0
    for i in range(0, len(rows), 64):
        chunk = rows[i:i + 64]
        ps = [ids(r["prompt"]) for r in chunk]
        w = max(map(len, ps))
        # left padding, so that every prompt ends where the generation begins
        x = torch.tensor([[EOS] * (w - len(p)) + p for p in ps])
        m = torch.tensor([[0] * (w - len(p)) + [1] * len(p) for p in ps])
        out = model.generate(input_ids=x, attention_mask=m, do_sample=False, max_new_tokens=8,
                             eos_token_id=EOS, pad_token_id=EOS)
        for r, o in zip(chunk, out[:, w:].tolist()):
            o = o[:o.index(EOS)] if EOS in o else o
            good += o == ids(r["steps"])
    return good / len(rows)

loader = DataLoader(train, batch_size=BS, shuffle=True, collate_fn=lm_batch)
opt = AdamW(model.parameters(), lr=LR, weight_decay=0.01)
sched = get_cosine_schedule_with_warmup(opt, 10, EPOCHS * len(loader))
best = (math.inf, None)
for ep in range(EPOCHS):
    model.train()
    for b in loader:
        loss = model(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step(); sched.step(); opt.zero_grad(set_to_none=True)
    v = val_loss()
    print(f"{ep:2d} valid loss {v:.4f}")
    if v < best[0]:
        best = (v, {k: t.clone() for k, t in model.state_dict().items()})
model.load_state_dict(best[1])
common = max({r["steps"] for r in train}, key=lambda s: sum(r["steps"] == s for r in train))
print("test exact match", exact_match(test), "| always the commonest answer", sum(r["steps"] == common for r in test) / len(test))
