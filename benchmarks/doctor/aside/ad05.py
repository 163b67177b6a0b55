import json
import random

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

torch.manual_seed(0)
random.seed(0)
PAD, SOS, EOS = 0, 1, 2


def read(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [(r["date"].split(), r["code"].split()) for r in map(json.loads, f)]


class Vocab:
    def __init__(self, sentences):
        self.words = ["<pad>", "<sos>", "<eos>"] + sorted({w for s in sentences for w in s})
        self.index = {w: i for i, w in enumerate(self.words)}

    def encode(self, s):
        return [self.index[w] for w in s] + [EOS]

    def __len__(self):
        return len(self.words)


class Seq2Seq(nn.Module):
    def __init__(self, n_src, n_tgt, dim=64):
        super().__init__()
        self.src_emb = nn.Embedding(n_src, dim, padding_idx=PAD)
        self.tgt_emb = nn.Embedding(n_tgt, dim, padding_idx=PAD)
        self.encoder = nn.GRU(dim, dim, batch_first=True)
        self.decoder = nn.GRU(dim, dim, batch_first=True)
        self.query = nn.Linear(dim, dim)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(2 * dim, n_tgt)

    def encode(self, src):
        emb = self.drop(self.src_emb(src))
        packed = pack_padded_sequence(emb, (src != PAD).sum(1), batch_first=True, enforce_sorted=False)
        memory, h = self.encoder(packed)
        memory, _ = pad_packed_sequence(memory, batch_first=True)
        return emb, memory, src == PAD, h

    def decode(self, tokens, h, emb, memory, is_pad):
        states, h = self.decoder(self.drop(self.tgt_emb(tokens)), h)
        scores = self.query(states) @ memory.transpose(1, 2)
        weights = scores.masked_fill(is_pad.unsqueeze(1), float("-inf")).softmax(-1)
        return self.out(torch.cat([states, weights @ emb], dim=-1)), h

    def forward(self, src, tgt_in):
        emb, memory, is_pad, h = self.encode(src)
        return self.decode(tgt_in, h, emb, memory, is_pad)[0]

    @torch.no_grad()
    def generate(self, src, max_len=6):
        emb, memory, is_pad, h = self.encode(src)
        token = torch.full((src.size(0), 1), SOS)
        result = []
        for _ in range(max_len):
            logits, h = self.decode(token, h, emb, memory, is_pad)
            token = logits.argmax(-1)
            result.append(token)
        return torch.cat(result, 1)


train, test = read("train"), read("test")
src_vocab = Vocab([s for s, _ in train + test])
tgt_vocab = Vocab([t for _, t in train + test])


def collate(pairs):
    src = [torch.tensor(src_vocab.encode(s)) for s, _ in pairs]
    tgt = [torch.tensor(tgt_vocab.encode(t)) for _, t in pairs]
    return pad_sequence(src, True, PAD), pad_sequence(tgt, True, PAD)


loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
model = Seq2Seq(len(src_vocab), len(tgt_vocab))
criterion = nn.CrossEntropyLoss(ignore_index=PAD)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)

for epoch in range(17):
    model.train()
    total = 0.0
    for src, tgt in loader:
        tgt_in = torch.cat([torch.full((tgt.size(0), 1), SOS), tgt[:, :-1]], dim=1)
        logits = model(src, tgt_in)
        loss = criterion(logits, tgt)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    if epoch % 4 == 0:
        print(f"epoch {epoch:2d} loss {total / len(loader):.3f}")

model.eval()
good = 0
for s, t in test:
    ids = model.generate(torch.tensor([src_vocab.encode(s)]))[0].tolist()
    ids = ids[: ids.index(EOS)] if EOS in ids else ids
    good += [tgt_vocab.words[i] for i in ids] == t
print("exact match on test:", good / len(test))
