"""Tiny GPT-2 on 'prompt -> steps'. Loss only on the answer and its end mark; hand-made batches."""
import json, math, random
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, get_scheduler

random.seed(0); torch.manual_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
lm = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
EOS, CTX = tok.eos_token_id, lm.config.n_positions
lm.generation_config.pad_token_id = EOS


def pairs(split, without=frozenset()):
    with open(f"data/steps/{split}.jsonl") as f:
        rs = [json.loads(l) for l in f]
    return [(r["prompt"], r["steps"]) for r in rs if r["prompt"] not in without]

test = pairs("test")
valid = pairs("validation", {p for p, _ in test})
train = pairs("train", {p for p, _ in test + valid})


def pack(rows):
    seqs = []
    for p, s in rows:
        a = tok(p, add_special_tokens=False)["input_ids"]
        b = tok(" " + s, add_special_tokens=False)["input_ids"] + [EOS]
        assert len(a) + len(b) <= CTX
        seqs.append((a + b, [-100] * len(a) + b))
    w = max(len(i) for i, _ in seqs)
    ids = torch.tensor([i + [EOS] * (w - len(i)) for i, _ in seqs])
    att = torch.tensor([[1] * len(i) + [0] * (w - len(i)) for i, _ in seqs])
    lab = torch.tensor([y + [-100] * (w - len(y)) for _, y in seqs])
    return dict(input_ids=ids, attention_mask=att, labels=lab)


def nll(rows, bs=80):
    lm.eval()
    s = n = 0
    with torch.no_grad():
        for k in range(0, len(rows), bs):
            b = pack(rows[k:k + bs])
            m = int((b["labels"][:, 1:] != -100).sum())
            s += lm(**b).loss.item() * m
            n += m
    return s / n

EP, BS = 30, 16
n_steps = EP * math.ceil(len(train) / BS)
opt = torch.optim.AdamW(lm.parameters(), lr=1e-3, weight_decay=0.01)
sch = get_scheduler("cosine", opt, num_warmup_steps=n_steps // 20, num_training_steps=n_steps)
best, state = nll(valid), {k: v.clone() for k, v in lm.state_dict().items()}
print(f"before: {best:.3f}")
for ep in range(EP):
    random.shuffle(train)
    lm.train()
    for k in range(0, len(train), BS):
        lm(**pack(train[k:k + BS])).loss.backward()
        torch.nn.utils.clip_grad_norm_(lm.parameters(), 1.0)
        opt.step(); sch.step(); opt.zero_grad()
    v = nll(valid)
    print(ep, f"valid nll/token {v:.3f}  ppl {math.exp(v):.2f}")
    if v < best:
        best, state = v, {k: t.clone() for k, t in lm.state_dict().items()}
lm.load_state_dict(state)
lm.eval()
print(f"test nll/token {nll(test):.3f}")
for p, s in test[:3]:
    q = tok(p, return_tensors="pt", add_special_tokens=False)
    o = lm.generate(**q, max_new_tokens=CTX - q["input_ids"].shape[1], do_sample=False)
    print(p, "=>", tok.decode(o[0, q["input_ids"].shape[1]:], skip_special_tokens=True), "| gold:", s)
