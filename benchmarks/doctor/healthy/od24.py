# an own encoder-decoder (GRU + attention) that turns dates into codes; greedy decoding at the end
import json
import random
import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(0)
torch.manual_seed(0)
PAD, BOS, EOS, UNK = 0, 1, 2, 3


def load(split):
    return [(d["date"].split(), d["code"].split()) for d in map(json.loads, open(f"data/dates/{split}.jsonl"))]


def vocab(seqs):
    words = sorted({w for s in seqs for w in s})
    return {w: i + 4 for i, w in enumerate(words)}


train, val, test = load("train"), load("validation"), load("test")
src_v, tgt_v = vocab(s for s, _ in train), vocab(t for _, t in train)
tgt_words = {i: w for w, i in tgt_v.items()}


def batchify(rows):
    src = [[src_v.get(w, UNK) for w in s] + [EOS] for s, _ in rows]
    tgt = [[BOS] + [tgt_v.get(w, UNK) for w in t] + [EOS] for _, t in rows]
    pad = lambda xs: torch.tensor([x + [PAD] * (max(map(len, xs)) - len(x)) for x in xs])
    return pad(src), pad(tgt)


class Seq2Seq(nn.Module):
    def __init__(self, n_src, n_tgt, d=64):
        super().__init__()
        self.src_emb, self.tgt_emb = nn.Embedding(n_src, d, PAD), nn.Embedding(n_tgt, d, PAD)
        self.encoder = nn.GRU(d, d, batch_first=True, bidirectional=True)
        self.bridge = nn.Linear(2 * d, d)
        self.memory = nn.Linear(2 * d, d)
        self.cell = nn.GRUCell(2 * d, d)
        self.out = nn.Linear(2 * d, n_tgt)
        self.drop = nn.Dropout(0.2)

    def encode(self, src):
        lengths = (src != PAD).sum(1)
        packed = nn.utils.rnn.pack_padded_sequence(self.drop(self.src_emb(src)), lengths, batch_first=True, enforce_sorted=False)
        out, h = self.encoder(packed)
        out, _ = nn.utils.rnn.pad_packed_sequence(out, batch_first=True)
        return self.memory(out), torch.tanh(self.bridge(torch.cat([h[0], h[1]], -1))), src == PAD

    def step(self, token, h, ctx, memory, mask):
        h = self.cell(torch.cat([self.drop(self.tgt_emb(token)), ctx], -1), h)
        score = torch.bmm(memory, h.unsqueeze(-1)).squeeze(-1).masked_fill(mask, -1e9)
        ctx = torch.bmm(score.softmax(-1).unsqueeze(1), memory).squeeze(1)
        return self.out(torch.cat([h, ctx], -1)), h, ctx

    def forward(self, src, tgt):
        memory, h, mask = self.encode(src)
        ctx, logits = torch.zeros_like(h), []
        for t in range(tgt.shape[1] - 1):
            o, h, ctx = self.step(tgt[:, t], h, ctx, memory, mask)
            logits.append(o)
        return torch.stack(logits, 1)

    @torch.no_grad()
    def greedy(self, src, limit=8):
        memory, h, mask = self.encode(src)
        ctx, token, words = torch.zeros_like(h), torch.full((len(src),), BOS), []
        for _ in range(limit):
            o, h, ctx = self.step(token, h, ctx, memory, mask)
            token = o.argmax(-1)
            words.append(token)
        rows = torch.stack(words, 1).tolist()
        return [[tgt_words.get(i, "?") for i in (r[:r.index(EOS)] if EOS in r else r)] for r in rows]


def exact(rows):
    model.eval()
    hyp = model.greedy(batchify(rows)[0])
    return sum(h == t for h, (_, t) in zip(hyp, rows)) / len(rows)


model = Seq2Seq(len(src_v) + 4, len(tgt_v) + 4)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=40)
for epoch in range(40):
    model.train()
    random.shuffle(train)
    for i in range(0, len(train), 24):
        src, tgt = batchify(train[i:i + 24])
        logits = model(src, tgt)
        loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten(), ignore_index=PAD)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    scheduler.step()
    if epoch % 8 == 7:
        print(epoch + 1, f"loss {loss.item():.3f}", "val exact", exact(val))
print("test exact", exact(test))
