import json
import math

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

PAD, EOS, SEP = 0, 1, 2


def load(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]


train, test = load("train"), load("test")[:60]
vocab = {"<pad>": PAD, "<eos>": EOS, "<sep>": SEP}
for r in train:
    for w in (r["prompt"] + " " + r["steps"]).split():
        vocab.setdefault(w, len(vocab))
words = {i: w for w, i in vocab.items()}


def encode(s):
    return [vocab[w] for w in s.split() if w in vocab]


def collate(rows):
    seqs = [torch.tensor(encode(r["prompt"]) + [SEP] + encode(r["steps"]) + [EOS]) for r in rows]
    return pad_sequence(seqs, batch_first=True, padding_value=PAD)


class TinyGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, nhead=4, num_layers=2, max_len=32):
        super().__init__()
        self.d_model = d_model
        self.tok = nn.Embedding(vocab_size, d_model)
        self.pos = nn.Embedding(max_len, d_model)
        layer = nn.TransformerEncoderLayer(d_model, nhead, 4 * d_model, dropout=0.0, batch_first=True)
        self.blocks = nn.TransformerEncoder(layer, num_layers)
        self.lm_head = nn.Linear(d_model, vocab_size)

    def forward(self, ids):
        T = ids.size(1)
        x = self.tok(ids) * math.sqrt(self.d_model) + self.pos(torch.arange(T))
        x = self.blocks(x)
        return self.lm_head(x)

    @torch.no_grad()
    def generate(self, ids, max_new_tokens=10):
        for _ in range(max_new_tokens):
            next_id = self(ids)[:, -1].argmax(-1, keepdim=True)
            if next_id.item() == EOS:
                break
            ids = torch.cat([ids, next_id], dim=1)
        return ids


torch.manual_seed(0)
model = TinyGPT(len(vocab))
loader = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
loss_fn = nn.CrossEntropyLoss(ignore_index=PAD)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)

for epoch in range(20):
    total = 0
    for batch in loader:
        logits = model(batch[:, :-1])
        loss = loss_fn(logits.reshape(-1, len(vocab)), batch[:, 1:].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1} loss {total / len(loader):.4f}")

model.eval()
exact = 0
for k, r in enumerate(test):
    prompt = torch.tensor([encode(r["prompt"]) + [SEP]])
    out = model.generate(prompt)[0, prompt.size(1):].tolist()
    answer = " ".join(words[i] for i in out)
    if k < 4:
        print(r["prompt"], "=>", answer, "| expected:", r["steps"])
    exact += answer == r["steps"]
print("exact match", exact / len(test))
