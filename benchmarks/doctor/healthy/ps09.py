"""A word-level LSTM language model in the manner of the old PyTorch example: truncated back-propagation through time
with the state carried over, tied embeddings, plain SGD by hand, and a learning rate divided when validation stalls."""
import io
import math
from collections import Counter

import pandas as pd
import torch
from torch import nn

torch.manual_seed(1111)
df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(frac=1, random_state=1)
texts = {"train": df.sentence[:2100], "valid": df.sentence[2100:],
         "test": pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet").sentence}
words = {k: [w for s in v for w in s.replace(",", " ,").split() + ["<eos>"]] for k, v in texts.items()}
vocab = {w: i for i, (w, n) in enumerate([("<unk>", 0), *Counter(words["train"]).most_common()]) if n != 1}
corpus = {k: torch.tensor([vocab.get(w, 0) for w in v]) for k, v in words.items()}
BPTT, BATCH = 16, 20


def batchify(ids, bsz):
    return ids[:len(ids) // bsz * bsz].view(bsz, -1).t().contiguous()


def get_batch(source, i):
    return source[:-1][i:i + BPTT], source[1:][i:i + BPTT].reshape(-1)


class RNNModel(nn.Module):
    def __init__(self, ntoken, d=96, dropout=0.3):
        super().__init__()
        self.drop, self.encoder = nn.Dropout(dropout), nn.Embedding(ntoken, d)
        self.rnn, self.decoder = nn.LSTM(d, d), nn.Linear(d, ntoken)
        self.decoder.weight = self.encoder.weight
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)

    def forward(self, x, hidden):
        out, hidden = self.rnn(self.drop(self.encoder(x)), hidden)
        return self.decoder(self.drop(out)).flatten(0, 1), hidden

    def init_hidden(self, bsz):
        return 2 * (torch.zeros(1, bsz, self.rnn.hidden_size),)


@torch.no_grad()
def evaluate(source):
    model.eval()
    total, hidden = 0.0, model.init_hidden(source.size(1))
    for i in range(0, len(source) - 1, BPTT):
        data, targets = get_batch(source, i)
        output, hidden = model(data, hidden)
        total += len(data) * criterion(output, targets).item()
    return total / (len(source) - 1)


model, criterion = RNNModel(len(vocab)), nn.CrossEntropyLoss()
train, valid, test = (batchify(corpus[k], n) for k, n in (("train", BATCH), ("valid", 10), ("test", 10)))
lr, best, saved = 20.0, math.inf, None
for epoch in range(1, 9):
    model.train()
    hidden = model.init_hidden(BATCH)
    for i in range(0, len(train) - 1, BPTT):
        data, targets = get_batch(train, i)
        hidden = tuple(h.detach() for h in hidden)
        model.zero_grad()
        output, hidden = model(data, hidden)
        criterion(output, targets).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-lr)
    val = evaluate(valid)
    print(f"| epoch {epoch} | lr {lr:5.2f} | valid ppl {math.exp(val):7.2f}")
    if val < best:
        best, saved = val, io.BytesIO()
        torch.save(model.state_dict(), saved)
    else:
        lr /= 4.0
model.load_state_dict(torch.load(io.BytesIO(saved.getvalue())))
nll = -torch.bincount(corpus["train"], minlength=len(vocab)).add(1.0).log().log_softmax(0)[corpus["test"]].mean()
print(f"| test ppl {math.exp(evaluate(test)):.2f} | unigram ppl {nll.exp():.2f} | vocabulary {len(vocab)}")
