# Seq2seq GRU with attention in plain PyTorch: "from 12 september" -> "batam guzar"
import json
import os
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(1)
PAD, BOS, EOS, UNK = 0, 1, 2, 3


def read(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def build_vocab(sentences):
    words = sorted({w for s in sentences for w in s.split()})
    return {w: i + 4 for i, w in enumerate(words)}


def encode(sentence, vocab):
    return [vocab.get(w, UNK) for w in sentence.split()] + [EOS]


def pad(seqs):
    n = max(map(len, seqs))
    return torch.tensor([s + [PAD] * (n - len(s)) for s in seqs])


class Seq2Seq(nn.Module):
    def __init__(self, n_src, n_tgt, dim=96):
        super().__init__()
        self.src_emb = nn.Embedding(n_src, dim, padding_idx=PAD)
        self.tgt_emb = nn.Embedding(n_tgt, dim, padding_idx=PAD)
        self.encoder = nn.GRU(dim, dim, batch_first=True)
        self.decoder = nn.GRU(dim, dim, batch_first=True)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(2 * dim, n_tgt)

    def encode(self, src):
        e = self.drop(self.src_emb(src))
        lengths = (src != PAD).sum(1)
        packed = pack_padded_sequence(e, lengths, batch_first=True, enforce_sorted=False)
        memory, hidden = self.encoder(packed)
        memory, _ = pad_packed_sequence(memory, batch_first=True)
        return memory + e, hidden

    def decode(self, tgt, memory, src, hidden):
        x, hidden = self.decoder(self.drop(self.tgt_emb(tgt)), hidden)
        scores = x @ memory.transpose(1, 2)
        scores = scores.masked_fill((src == PAD).unsqueeze(1), -1e9)
        ctx = scores.softmax(-1) @ memory
        return self.out(torch.cat([x, ctx], -1)), hidden

    def forward(self, src, tgt_in):
        memory, hidden = self.encode(src)
        return self.decode(tgt_in, memory, src, hidden)[0]


def translate(model, sentence, src_vocab, inv_tgt, max_len=8):
    src = pad([encode(sentence, src_vocab)])
    memory, hidden = model.encode(src)
    token, words = BOS, []
    for _ in range(max_len):
        logits, hidden = model.decode(torch.tensor([[token]]), memory, src, hidden)
        token = logits[0, -1].argmax().item()
        if token == EOS:
            break
        words.append(inv_tgt.get(token, "?"))
    return " ".join(words)


train_rows, test_rows = read("train"), read("test")
src_vocab = build_vocab(r["date"] for r in train_rows)
tgt_vocab = build_vocab(r["code"] for r in train_rows)
inv_tgt = {i: w for w, i in tgt_vocab.items()}

model = Seq2Seq(len(src_vocab) + 4, len(tgt_vocab) + 4)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
pairs = [(encode(r["date"], src_vocab), encode(r["code"], tgt_vocab)) for r in train_rows]

for epoch in range(30):
    model.train()
    total = 0.0
    order = torch.randperm(len(pairs)).tolist()
    for k in range(0, len(order), 32):
        part = [pairs[i] for i in order[k : k + 32]]
        src, tgt = pad([p[0] for p in part]), pad([p[1] for p in part])
        tgt_in = torch.cat([torch.full((len(part), 1), BOS), tgt[:, :-1]], 1)
        logits = model(src, tgt_in)
        loss = F.cross_entropy(logits.flatten(0, 1), tgt.flatten(), ignore_index=PAD)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(part)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: loss {total / len(pairs):.4f}")

os.makedirs("out/se10", exist_ok=True)
torch.save(model.state_dict(), "out/se10/model.pt")

# later: load it for inference
model = torch.load("out/se10/model.pt")
model.eval()
with torch.no_grad():
    hits = sum(translate(model, r["date"], src_vocab, inv_tgt) == r["code"] for r in test_rows)
print("test exact match:", hits / len(test_rows))
