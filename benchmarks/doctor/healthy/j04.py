# fine-tune a small GPT-2 on "prompt => steps". loss only on the steps (+ end token), shift done by hand
import json, math, random
import torch
import torch.nn.functional as F
from transformers import AutoTokenizer, AutoModelForCausalLM

torch.manual_seed(0)
rng = random.Random(0)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
EOS = tok.eos_token_id
tok.pad_token = tok.eos_token       # no pad token in this checkpoint; padding is masked below, by position not by id

def rows(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]

train, valid = rows("train"), rows("validation")
valid_prompts = {r["prompt"] for r in valid}
train = [r for r in train if r["prompt"] not in valid_prompts]
print(len(train), "train", len(valid), "valid")

def encode(r):
    p = tok(r["prompt"]).input_ids
    s = tok(" " + r["steps"]).input_ids
    return p, s + [EOS]

def batchify(pairs):
    T = max(len(p) + len(s) for p, s in pairs)
    x = torch.full((len(pairs), T), tok.pad_token_id)
    att = torch.zeros(len(pairs), T, dtype=torch.long)
    tgt = torch.zeros(len(pairs), T, dtype=torch.bool)      # True where the token is to be learned
    for i, (p, s) in enumerate(pairs):
        n = len(p) + len(s)
        x[i, :n] = torch.tensor(p + s)
        att[i, :n] = 1
        tgt[i, len(p):n] = True
    return x, att, tgt

def nll(pairs):
    """summed loss and number of target tokens"""
    x, att, tgt = batchify(pairs)
    logits = model(input_ids=x, attention_mask=att).logits
    logits, y, keep = logits[:, :-1], x[:, 1:], tgt[:, 1:]
    return F.cross_entropy(logits[keep], y[keep], reduction="sum"), keep.sum()

@torch.no_grad()
def validate():
    model.eval()
    tot = cnt = 0
    for i in range(0, len(va), 40):
        l, n = nll(va[i:i + 40])
        tot += l.item(); cnt += n.item()
    # greedy decoding, prompts padded on the left
    tok.padding_side = "left"
    right = 0
    for i in range(0, len(valid), 80):
        chunk = valid[i:i + 80]
        enc = tok([r["prompt"] for r in chunk], return_tensors="pt", padding=True)
        out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.pad_token_id)
        txt = tok.batch_decode(out[:, enc.input_ids.shape[1]:], skip_special_tokens=True)
        right += sum(t.split() == r["steps"].split() for t, r in zip(txt, chunk))
    return tot / cnt, right / len(valid)

tr, va = [encode(r) for r in train], [encode(r) for r in valid]
epochs, bs, peak = 12, 16, 2e-3
per_epoch = math.ceil(len(tr) / bs)
opt = torch.optim.AdamW(model.parameters(), lr=peak, weight_decay=0.0)
total = epochs * per_epoch
lr_at = lambda s: min(1.0, (s + 1) / 20) * 0.5 * (1 + math.cos(math.pi * s / total))
sched = torch.optim.lr_scheduler.LambdaLR(opt, lr_at)

print("before: loss %.3f exact %.3f" % validate())
for ep in range(epochs):
    model.train()
    rng.shuffle(tr)
    tot = cnt = 0
    for i in range(0, len(tr), bs):
        l, n = nll(tr[i:i + bs])
        opt.zero_grad()
        (l / n).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step(); sched.step()
        tot += l.item(); cnt += n.item()
    if ep % 3 == 2:
        vl, em = validate()
        print(f"epoch {ep+1}: train {tot/cnt:.3f}  valid {vl:.3f}  perplexity {math.exp(vl):.3f}  exact match {em:.3f}")
