"""A very small word-level GPT, trained from scratch on advertisements."""
import json
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_num_threads(1)
lines = [json.loads(l)["text"] for l in open("data/prices/train.jsonl")]
valid_lines = [json.loads(l)["text"] for l in open("data/prices/validation.jsonl")]
vocab = ["<pad>", "<s>", "</s>"] + sorted({w for l in lines + valid_lines for w in l.split()})
stoi = {w: i for i, w in enumerate(vocab)}
LEN = 18


def encode(ls):
    rows = []
    for l in ls:
        ids = [1] + [stoi[w] for w in l.split()] + [2]
        rows.append(ids + [0] * (LEN - len(ids)))
    return torch.tensor(rows)


class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(d, 3 * d)
        self.proj = nn.Linear(d, d)
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def attend(self, x):
        B, T, C = x.shape
        q, k, v = (t.view(B, T, self.heads, C // self.heads).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        att = q @ k.transpose(-2, -1) / math.sqrt(C // self.heads)
        att = att.softmax(dim=-1)
        return self.proj((att @ v).transpose(1, 2).reshape(B, T, C))

    def forward(self, x):
        x = x + self.attend(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class TinyGPT(nn.Module):
    def __init__(self, n_vocab, d=64, heads=4, layers=2):
        super().__init__()
        self.tok = nn.Embedding(n_vocab, d)
        self.pos = nn.Embedding(LEN, d)
        self.blocks = nn.Sequential(*[Block(d, heads) for _ in range(layers)])
        self.ln = nn.LayerNorm(d)
        self.out = nn.Linear(d, n_vocab)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(torch.arange(idx.shape[1]))
        return self.out(self.ln(self.blocks(x)))


def lm_loss(model, ids):
    logits = model(ids[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), ignore_index=0)


train, valid = encode(lines), encode(valid_lines)
gpt = TinyGPT(len(vocab))
opt = torch.optim.AdamW(gpt.parameters(), lr=2e-3)
for epoch in range(25):
    for idx in torch.randperm(len(train)).split(32):
        opt.zero_grad(set_to_none=True)
        loss = lm_loss(gpt, train[idx])
        loss.backward()
        opt.step()
    if epoch % 5 == 4:
        with torch.no_grad():
            print(f"epoch {epoch + 1}  validation perplexity {lm_loss(gpt, valid).exp().item():.3f}")

for _ in range(5):
    ids = [1]
    while len(ids) < LEN and ids[-1] != 2:
        with torch.no_grad():
            probs = gpt(torch.tensor([ids]))[0, -1].softmax(-1)
        ids.append(torch.multinomial(probs, 1).item())
    print(" ", " ".join(vocab[i] for i in ids[1:] if i > 2))
