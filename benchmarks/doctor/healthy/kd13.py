"""Dates into codes with an attentive GRU; corpus BLEU-2 written out.
'on 5 june' and 'since 5 june' have one code: the parts are kept apart without regard to the preposition."""
import copy, json, math
from collections import Counter
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

PAD, BOS, EOS, UNK = range(4)


def read(split, forbidden=()):
    seen, rows = set(forbidden), []
    for r in map(json.loads, open(f"data/dates/{split}.jsonl")):
        day = r["date"].split(" ", 1)[1]
        if day not in seen:
            rows.append((r["date"].split(), r["code"].split()))
        seen.add(day)
    return rows


def days(rows):
    return {" ".join(src[1:]) for src, _ in rows}


def vocabulary(sentences):
    words = dict.fromkeys(w for s in sentences for w in s)
    return {w: i for i, w in enumerate(["<pad>", "<s>", "</s>", "<unk>", *words])}


class Seq2Seq(nn.Module):
    def __init__(self, n_src, n_tgt, d=64):
        super().__init__()
        self.src = nn.Embedding(n_src, d, padding_idx=PAD)
        self.tgt = nn.Embedding(n_tgt, d, padding_idx=PAD)
        self.enc = nn.GRU(d, d // 2, batch_first=True, bidirectional=True)
        self.dec = nn.GRU(d, d, batch_first=True)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(2 * d, n_tgt)

    def encode(self, x):
        lengths = (x != PAD).sum(1)
        packed = pack_padded_sequence(self.drop(self.src(x)), lengths, batch_first=True, enforce_sorted=False)
        states, h = self.enc(packed)
        states, _ = pad_packed_sequence(states, batch_first=True)
        return torch.cat([h[0], h[1]], -1).unsqueeze(0), states, x == PAD

    def decode(self, y, h, states, mask):
        o, h = self.dec(self.drop(self.tgt(y)), h)
        score = (o @ states.transpose(1, 2)).masked_fill(mask[:, None, :], float("-inf"))
        context = score.softmax(-1) @ states
        return self.out(torch.cat([o, context], -1)), h

    def forward(self, x, y_in):
        return self.decode(y_in, *self.encode(x))[0]

    @torch.no_grad()
    def greedy(self, x, steps=5):
        h, states, mask = self.encode(x)
        y, picked = torch.full((len(x), 1), BOS), []
        for _ in range(steps):
            logits, h = self.decode(y, h, states, mask)
            picked.append(y := logits.argmax(-1))
        return torch.cat(picked, 1).tolist()


def bleu2(hyps, refs):
    ngrams = lambda s, n: Counter(tuple(s[i:i + n]) for i in range(len(s) - n + 1))
    hits, total = [], []
    for n in (1, 2):
        pairs = [(ngrams(h, n), ngrams(r, n)) for h, r in zip(hyps, refs)]
        hits.append(sum(sum((a & b).values()) for a, b in pairs))
        total.append(sum(sum(a.values()) for a, _ in pairs))
    if 0 in hits:
        return 0.0
    hl, rl = sum(map(len, hyps)), sum(map(len, refs))
    penalty = 1.0 if hl >= rl else math.exp(1 - rl / hl)
    return penalty * math.exp(sum(math.log(a / b) for a, b in zip(hits, total)) / 2)


def report(name, hyps, refs):
    print(f"{name:18s} exact {sum(h == r for h, r in zip(hyps, refs)) / len(refs):.3f}  BLEU-2 {bleu2(hyps, refs):.3f}")


def main():
    torch.manual_seed(4)
    test = read("test")
    val = read("validation", days(test))
    train = read("train", days(test + val))
    vs, vt = vocabulary(s for s, _ in train), vocabulary(t for _, t in train)
    words = list(vt)
    ids = lambda s, v: [v.get(w, UNK) for w in s]
    def tensors(rows):
        pad = lambda seqs: pad_sequence([torch.tensor(s) for s in seqs], batch_first=True, padding_value=PAD)
        return (pad([ids(s, vs) for s, _ in rows]), pad([[BOS] + ids(t, vt) for _, t in rows]),
                pad([ids(t, vt) + [EOS] for _, t in rows]))
    def loss_of(x, y_in, y_out):
        return F.cross_entropy(model(x, y_in).flatten(0, 1), y_out.flatten(), ignore_index=PAD)
    def translate(rows):
        model.eval()
        cut = lambda s: s[:s.index(EOS)] if EOS in s else s
        return [[words[i] for i in cut(s)] for s in model.greedy(tensors(rows)[0])]

    model = Seq2Seq(len(vs), len(vt))
    refs = [t for _, t in test]
    report("untrained", translate(test), refs)
    nearest = [max(train, key=lambda r: len(set(r[0]) & set(s)))[1] for s, _ in test]
    report("nearest neighbour", nearest, refs)
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    best, weights, v = float("inf"), None, tensors(val)
    for epoch in range(60):
        model.train()
        for rows in torch.randperm(len(train)).split(32):
            opt.zero_grad()
            loss_of(*tensors([train[i] for i in rows.tolist()])).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
        model.eval()
        with torch.no_grad():
            now = loss_of(*v).item()
        if now < best:
            best, weights = now, copy.deepcopy(model.state_dict())
    print(f"best validation loss {best:.3f}")
    model.load_state_dict(weights)
    report("trained", translate(test), refs)


if __name__ == "__main__":
    main()
