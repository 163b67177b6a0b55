# Teach GPT-2 (tiny) to write the steps for a prompt. Plain PyTorch, loss on the answer only.
import json, random, torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForCausalLM, get_cosine_schedule_with_warmup

random.seed(3); torch.manual_seed(3)
path = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(path)
tok.pad_token = tok.eos_token            # no pad token in the checkpoint; masks below never rely on its id
tok.padding_side = "left"                # for generation; training batches are padded by my collate
lm = AutoModelForCausalLM.from_pretrained(path)
lm.generation_config.pad_token_id = tok.pad_token_id

rows = {s: [json.loads(l) for l in open(f"data/steps/{s}.jsonl")] for s in ["train", "validation", "test"]}

def encode(r):
    p = tok(r["prompt"])["input_ids"]
    a = tok(r["steps"])["input_ids"] + [tok.eos_token_id]
    return torch.tensor(p + a), torch.tensor([-100] * len(p) + a)

def collate(items):
    ids, labels = zip(*items)
    mask = [torch.ones_like(x) for x in ids]
    return dict(
        input_ids=pad_sequence(ids, batch_first=True, padding_value=tok.pad_token_id),
        attention_mask=pad_sequence(mask, batch_first=True, padding_value=0),
        labels=pad_sequence(labels, batch_first=True, padding_value=-100),
    )

train = DataLoader([encode(r) for r in rows["train"]], batch_size=16, shuffle=True, collate_fn=collate)
epochs = 12
opt = torch.optim.AdamW(lm.parameters(), lr=2e-3, weight_decay=0.05)
sched = get_cosine_schedule_with_warmup(opt, 20, epochs * len(train))

@torch.no_grad()
def exact(split, show=0):
    lm.eval()
    hits = 0
    for i in range(0, len(rows[split]), 80):
        part = rows[split][i:i + 80]
        enc = tok([r["prompt"] for r in part], return_tensors="pt", padding=True, return_token_type_ids=False)
        out = lm.generate(**enc, max_new_tokens=8, do_sample=False)
        new = tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        for r, text in zip(part, new):
            hits += text.strip() == r["steps"]
            if show > 0:
                print(f"   {r['prompt']:34s} -> {text}"); show -= 1
    return hits / len(rows[split])

for ep in range(epochs):
    lm.train()
    tot = n = 0
    for b in train:
        loss = lm(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(lm.parameters(), 1.0)
        opt.step(); sched.step(); opt.zero_grad(set_to_none=True)
        k = (b["labels"][:, 1:] != -100).sum().item()
        tot += loss.item() * k; n += k
    if ep % 3 == 2:
        print(f"epoch {ep+1}: loss/token {tot/n:.3f}, validation exact {exact('validation'):.3f}")

print("test exact:", exact("test", show=5))
