"""A BPE tokenizer from scratch, and a sentiment classifier over its pieces.

Merges are learned on training sentences; their number (200 or 600) is chosen on validation rows.
"""
import collections
import re

import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader

WORD = re.compile(r"[a-z]+|[^\sa-z]")


class BPE:
    END = "_"

    def __init__(self, merges, alphabet):
        self.rank = {m: i for i, m in enumerate(merges)}
        symbols = ["<pad>", "<unk>"] + sorted(alphabet) + ["".join(m) for m in merges]
        self.ids = {s: i for i, s in enumerate(dict.fromkeys(symbols))}
        self._cache = {}

    @classmethod
    def learn(cls, texts, n_merges):
        words = collections.Counter(w for t in texts for w in WORD.findall(t.lower()))
        table = {w: list(w) + [cls.END] for w in words}
        alphabet = {s for parts in table.values() for s in parts}
        merges = []
        for _ in range(n_merges):
            stats = collections.Counter()
            for w, parts in table.items():
                for pair in zip(parts, parts[1:]):
                    stats[pair] += words[w]
            if not stats:
                break
            best = max(stats, key=lambda p: (stats[p], p))      # ties are broken by the pair itself
            merges.append(best)
            table = {w: cls._join(parts, best) for w, parts in table.items()}
        return cls(merges, alphabet)

    @staticmethod
    def _join(parts, pair):
        out, i = [], 0
        while i < len(parts):
            step = 2 if tuple(parts[i:i + 2]) == pair else 1
            out.append("".join(parts[i:i + step]))
            i += step
        return out

    def _word(self, w):
        if w not in self._cache:
            parts = list(w) + [self.END]
            while len(parts) > 1:
                pair = min(zip(parts, parts[1:]), key=lambda p: self.rank.get(p, float("inf")))
                if pair not in self.rank:
                    break
                parts = self._join(parts, pair)
            self._cache[w] = [self.ids.get(p, 1) for p in parts]
        return self._cache[w]

    def encode(self, text):
        return [i for w in WORD.findall(text.lower()) for i in self._word(w)]


class Net(nn.Module):
    def __init__(self, vocab, dim=64):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, padding_idx=0)
        self.gru = nn.GRU(dim, dim, batch_first=True, bidirectional=True)
        self.head = nn.Sequential(nn.Dropout(0.3), nn.Linear(4 * dim, 1))

    def forward(self, ids):
        mask = ids != 0
        packed = nn.utils.rnn.pack_padded_sequence(self.emb(ids), mask.sum(1), batch_first=True, enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.gru(packed)[0], batch_first=True, total_length=ids.size(1))
        mean = (h * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        top = h.masked_fill(~mask[..., None], float("-inf")).amax(1)
        return self.head(torch.cat([mean, top], -1)).squeeze(-1)


def loader(frame, bpe, shuffle):
    rows = [(bpe.encode(s), y) for s, y in zip(frame.sentence, frame.label)]

    def collate(batch):
        ids = nn.utils.rnn.pad_sequence([torch.tensor(i) for i, _ in batch], batch_first=True, padding_value=0)
        return ids, torch.tensor([float(y) for _, y in batch])

    return DataLoader(rows, batch_size=32 if shuffle else 128, shuffle=shuffle, collate_fn=collate)


@torch.no_grad()
def accuracy(net, data):
    net.eval()
    hits = [((net(x) > 0) == (y > 0.5)) for x, y in data]      # logit 0 is probability one half
    return torch.cat(hits).float().mean().item()


def fit(train, valid, n_merges, epochs=8):
    torch.manual_seed(0)
    bpe = BPE.learn(train.sentence, n_merges)
    net = Net(len(bpe.ids))
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
    bce = nn.BCEWithLogitsLoss()
    tr, va = loader(train, bpe, True), loader(valid, bpe, False)
    best = (-1.0, None)
    for epoch in range(epochs):
        net.train()
        for x, y in tr:
            opt.zero_grad()
            bce(net(x), y).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
        acc = accuracy(net, va)
        print(f"  {n_merges} merges, {len(bpe.ids)} symbols, epoch {epoch + 1}: valid {acc:.3f}")
        if acc > best[0]:
            best = (acc, {k: v.clone() for k, v in net.state_dict().items()})
    net.load_state_dict(best[1])
    return best[0], net, bpe


path = "data/glue/sst2/{}-00000-of-00001.parquet"
test = pd.read_parquet(path.format("validation")).drop_duplicates("sentence")     # serves as our test split
pool = pd.read_parquet(path.format("train")).drop_duplicates("sentence")
pool = pool[~pool.sentence.isin(test.sentence)]
order = np.random.default_rng(0).permutation(len(pool))
valid, train = pool.iloc[order[:400]], pool.iloc[order[400:]]

acc, net, bpe = max((fit(train, valid, n) for n in (200, 600)), key=lambda r: r[0])
base = (test.label == train.label.mode()[0]).mean()
print(f"valid {acc:.3f}, test {accuracy(net, loader(test, bpe, False)):.3f}, majority class {base:.3f}")
