import json
import math

import torch
from torch.utils.data import Dataset, DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer

torch.manual_seed(8)
ckpt = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(ckpt)
EOS = tok.eos_token_id
BLOCK = 16


def load(split):
    return [json.loads(line) for line in open(f"data/steps/{split}.jsonl")]


class StepsDataset(Dataset):
    """next-token prediction on 'prompt steps <eos>'"""

    def __init__(self, split):
        self.data = []
        for r in load(split):
            ids = tok(r["prompt"] + " " + r["steps"]).input_ids + [EOS]
            self.data.append(ids[:BLOCK])

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        ids = torch.tensor(self.data[i])
        x, y = ids[:-1], ids[1:]
        pad = BLOCK - len(x)
        attn = torch.cat([torch.ones(len(x)), torch.zeros(pad)]).long()
        x = torch.cat([x, torch.full((pad,), EOS)])
        y = torch.cat([y, torch.full((pad,), -100)])
        return x, attn, y


train_dl = DataLoader(StepsDataset("train"), batch_size=16, shuffle=True)
val_dl = DataLoader(StepsDataset("validation"), batch_size=32)

model = AutoModelForCausalLM.from_pretrained(ckpt)
optim = torch.optim.AdamW(model.parameters(), lr=2e-3, betas=(0.9, 0.95))


def run(dl, train):
    model.train(train)
    tot, n = 0.0, 0
    with torch.set_grad_enabled(train):
        for x, attn, y in dl:
            out = model(input_ids=x, attention_mask=attn, labels=y)
            if train:
                optim.zero_grad(set_to_none=True)
                out.loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optim.step()
            tot += out.loss.item() * len(x)
            n += len(x)
    return tot / n


for ep in range(8):
    tr = run(train_dl, True)
    va = run(val_dl, False)
    print(f"ep {ep} train {tr:.4f} val {va:.4f} ppl {math.exp(va):.2f}")

# sample
model.eval()
hits = 0
rows = load("validation")[:80]
for k, r in enumerate(rows):
    inp = tok(r["prompt"], return_tensors="pt")
    out = model.generate(**inp, max_new_tokens=7, do_sample=False, pad_token_id=EOS)
    gen = tok.decode(out[0, inp.input_ids.size(1):], skip_special_tokens=True).strip()
    hits += gen == r["steps"]
    if k < 5:
        print(r["prompt"], "|", gen, "|", r["steps"])
print("exact", hits / len(rows))
