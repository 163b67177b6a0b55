# word level language model, LSTM with truncated bptt (like the old word_language_model example)
import argparse
import json
import math

import torch
import torch.nn as nn


class Corpus:
    def __init__(self, folder):
        self.stoi = {"<unk>": 0, "<eol>": 1}
        self.train = self.read(folder + "/train.jsonl", grow=True)
        self.valid = self.read(folder + "/validation.jsonl")
        self.test = self.read(folder + "/test.jsonl")

    def read(self, path, grow=False):
        ids = []
        for line in open(path):
            row = json.loads(line)
            for w in (row["prompt"] + " " + row["steps"]).split() + ["<eol>"]:
                if grow and w not in self.stoi:
                    self.stoi[w] = len(self.stoi)
                ids.append(self.stoi.get(w, 0))
        return torch.tensor(ids)


class RNNModel(nn.Module):
    def __init__(self, ntoken, ninp, nhid, nlayers, dropout=0.2):
        super().__init__()
        self.encoder = nn.Embedding(ntoken, ninp)
        self.rnn = nn.LSTM(ninp, nhid, nlayers, dropout=dropout)
        self.decoder = nn.Linear(nhid, ntoken)
        self.drop = nn.Dropout(dropout)
        self.nhid, self.nlayers = nhid, nlayers

    def forward(self, x, hidden):
        out, hidden = self.rnn(self.drop(self.encoder(x)), hidden)
        return self.decoder(self.drop(out)), hidden

    def init_hidden(self, bsz):
        w = next(self.parameters())
        return (w.new_zeros(self.nlayers, bsz, self.nhid), w.new_zeros(self.nlayers, bsz, self.nhid))


def batchify(data, bsz):
    n = data.size(0) // bsz
    return data[: n * bsz].view(bsz, -1).t().contiguous()


def get_batch(source, i, bptt):
    seq_len = min(bptt, len(source) - 1 - i)
    return source[i:i + seq_len], source[i + 1:i + 1 + seq_len].reshape(-1)


def evaluate(model, source, bptt, criterion):
    model.eval()
    total, hidden = 0.0, model.init_hidden(source.size(1))
    with torch.no_grad():
        for i in range(0, source.size(0) - 1, bptt):
            x, y = get_batch(source, i, bptt)
            out, hidden = model(x, hidden)
            total += len(x) * criterion(out.view(-1, out.size(-1)), y).item()
    return total / (len(source) - 1)


parser = argparse.ArgumentParser()
parser.add_argument("--data", default="data/steps")
parser.add_argument("--bptt", type=int, default=20)
parser.add_argument("--bsz", type=int, default=8)
parser.add_argument("--epochs", type=int, default=15)
args = parser.parse_args()

torch.manual_seed(1111)
corpus = Corpus(args.data)
train, valid, test = (batchify(d, args.bsz) for d in (corpus.train, corpus.valid, corpus.test))
model = RNNModel(len(corpus.stoi), 64, 128, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

for epoch in range(1, args.epochs + 1):
    model.train()
    hidden = model.init_hidden(args.bsz)
    for i in range(0, train.size(0) - 1, args.bptt):
        x, y = get_batch(train, i, args.bptt)
        optimizer.zero_grad()
        out, hidden = model(x, hidden)
        loss = criterion(out.view(-1, out.size(-1)), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
    print(f"epoch {epoch} valid ppl {math.exp(evaluate(model, valid, args.bptt, criterion)):.2f}")
print(f"test ppl {math.exp(evaluate(model, test, args.bptt, criterion)):.2f}")
