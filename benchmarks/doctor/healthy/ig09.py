"""Sequence to sequence: turn a string of digits round. Teacher forcing in training, greedy decoding in scoring."""
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

random.seed(1)
torch.manual_seed(1)
torch.set_num_threads(2)
PAD, BOS, EOS, OFFSET = 0, 1, 2, 3  # digit d has the number d + OFFSET
VOCAB = 10 + OFFSET


def distinct_strings(n):
    found = set()
    while len(found) < n:
        found.add(tuple(random.randrange(10) for _ in range(random.randint(4, 7))))
    found = list(found)
    random.shuffle(found)
    return found


strings = distinct_strings(7000)
train, val, test = strings[:6000], strings[6000:6500], strings[6500:]


def collate(batch):
    src = [torch.tensor([d + OFFSET for d in s]) for s in batch]
    tgt = [torch.tensor([BOS] + [d + OFFSET for d in reversed(s)] + [EOS]) for s in batch]
    lengths = torch.tensor([len(s) for s in src])
    return (pad_sequence(src, batch_first=True, padding_value=PAD), lengths,
            pad_sequence(tgt, batch_first=True, padding_value=PAD))


class Seq2Seq(nn.Module):
    def __init__(self, dim=128):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, dim, padding_idx=PAD)
        self.enc = nn.GRU(dim, dim // 2, batch_first=True, bidirectional=True)
        self.dec = nn.GRU(dim, dim, batch_first=True)
        self.query = nn.Linear(dim, dim, bias=False)
        self.out = nn.Linear(2 * dim, VOCAB)

    def encode(self, src, lengths):
        packed = pack_padded_sequence(self.emb(src), lengths, batch_first=True, enforce_sorted=False)
        states, last = self.enc(packed)
        states, _ = pad_packed_sequence(states, batch_first=True, total_length=src.size(1))
        return states, torch.cat([last[0], last[1]], dim=-1).unsqueeze(0), src == PAD

    def decode(self, tokens, hidden, states, is_pad):
        h, hidden = self.dec(self.emb(tokens), hidden)
        att = self.query(h) @ states.transpose(1, 2)
        att = att.masked_fill(is_pad.unsqueeze(1), float("-inf")).softmax(-1)
        return self.out(torch.cat([h, att @ states], dim=-1)), hidden

    def forward(self, src, lengths, tgt_in):
        states, hidden, is_pad = self.encode(src, lengths)
        return self.decode(tgt_in, hidden, states, is_pad)[0]

    @torch.no_grad()
    def greedy(self, src, lengths, max_len=10):
        states, hidden, is_pad = self.encode(src, lengths)
        token = torch.full((len(src), 1), BOS)
        done = torch.zeros(len(src), 1, dtype=torch.bool)
        result = []
        for _ in range(max_len):
            logits, hidden = self.decode(token, hidden, states, is_pad)
            token = logits.argmax(-1).masked_fill(done, PAD)
            done = done | (token == EOS)
            result.append(token)
            if done.all():
                break
        return torch.cat(result, dim=1)


def exact_match(model, rows):
    model.eval()
    right = 0
    for src, lengths, tgt in DataLoader(rows, batch_size=250, collate_fn=collate):
        for guess, gold in zip(model.greedy(src, lengths).tolist(), tgt[:, 1:].tolist()):
            right += [g for g in guess if g != PAD] == [g for g in gold if g != PAD]
    return right / len(rows)


loader = DataLoader(train, batch_size=64, shuffle=True, collate_fn=collate)
model = Seq2Seq()
EPOCHS = 14
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=3e-3, total_steps=EPOCHS * len(loader))

for epoch in range(EPOCHS):
    model.train()
    total, count = 0.0, 0
    for src, lengths, tgt in loader:
        logits = model(src, lengths, tgt[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten(), ignore_index=PAD)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        n = (tgt[:, 1:] != PAD).sum().item()
        total, count = total + loss.item() * n, count + n
    print(f"epoch {epoch + 1:2d}  loss per token {total / count:.4f}  validation exact {exact_match(model, val):.3f}")

print(f"test strings reversed without a mistake: {exact_match(model, test):.3f}")
