"""Decoder-only transformer from scratch on our own word vocabulary: "<date> = <code>" lines."""
import json
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1337)
PAD, BOS, EOS = 0, 1, 2


def load(split):
    rows = [json.loads(line) for line in open(f"data/dates/{split}.jsonl")]
    return [(r["date"].split() + ["="], r["code"].split()) for r in rows]


train, valid, test = load("train"), load("validation"), load("test")
words = sorted({w for a, b in train for w in a + b})
stoi = {w: i + 3 for i, w in enumerate(words)}
itos = {i: w for w, i in stoi.items()}


def tensorize(pairs):
    seqs = [torch.tensor([BOS] + [stoi[w] for w in a + b] + [EOS]) for a, b in pairs]
    return nn.utils.rnn.pad_sequence(seqs, batch_first=True, padding_value=PAD)


class TinyGPT(nn.Module):
    def __init__(self, vocab, d=64, heads=4, layers=2, max_len=16):
        super().__init__()
        self.tok = nn.Embedding(vocab, d)
        self.pos = nn.Embedding(max_len, d)
        layer = nn.TransformerEncoderLayer(d, heads, 4 * d, dropout=0.0, batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, layers, norm=nn.LayerNorm(d), enable_nested_tensor=False)
        self.head = nn.Linear(d, vocab)

    def forward(self, ids):
        T = ids.size(1)
        x = self.tok(ids) + self.pos(torch.arange(T))
        causal = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
        x = self.blocks(x, mask=causal, src_key_padding_mask=ids == PAD)
        return self.head(x)


def lm_loss(model, batch):
    inputs, targets = batch[:, :-1], batch[:, 1:]
    logits = model(inputs)
    return F.cross_entropy(logits.reshape(-1, logits.size(-1)), targets.reshape(-1), ignore_index=PAD)


@torch.no_grad()
def generate(model, prompt, max_new=6):
    ids = torch.tensor([[BOS] + [stoi[w] for w in prompt]])
    out = []
    for _ in range(max_new):
        nxt = model(ids)[0, -1].argmax().item()
        if nxt == EOS:
            break
        out.append(itos.get(nxt, "<pad>"))
        ids = torch.cat([ids, torch.tensor([[nxt]])], dim=1)
    return out


train_ids, valid_ids = tensorize(train), tensorize(valid)
model = TinyGPT(len(words) + 3)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
loader = torch.utils.data.DataLoader(train_ids, batch_size=32, shuffle=True)

for epoch in range(1, 21):
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        loss = lm_loss(model, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    if epoch % 4 == 0:
        model.eval()
        with torch.no_grad():
            val = lm_loss(model, valid_ids).item()
        print(f"epoch {epoch:2d}  last batch {loss.item():.4f}  valid {val:.4f}  ppl {math.exp(val):.3f}")

model.eval()
right = 0
for i, (prompt, code) in enumerate(test):
    got = generate(model, prompt)
    right += got == code
    if i < 4:
        print(" ".join(prompt), " ".join(got), f"   [{' '.join(code)}]")
print(f"test: {right / len(test):.3f} of the codes are exactly right")
