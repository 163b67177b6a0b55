"""BiLSTM-CRF name tagger, all of the CRF by hand (forward algorithm, gold score, Viterbi).

Rare words are sometimes replaced by <unk> in training, so that unseen names can be told by their context.
"""
import json
import random
from collections import Counter

import torch
import torch.nn as nn


N_TAGS, DIM, HIDDEN = 4, 64, 64
BATCH, EPOCHS, LR, UNK_RATE = 16, 12, 4e-3, 0.25


class CRF(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(n))
        self.end = nn.Parameter(torch.zeros(n))
        self.trans = nn.Parameter(torch.randn(n, n) * 0.05)   # trans[i, j]: from i to j

    def nll(self, e, tags, mask):
        """Mean negative log-likelihood per sentence; e (B,T,N), tags and mask (B,T), padding on the right."""
        b = torch.arange(e.size(0))
        m = mask.float()
        alpha = self.start + e[:, 0]
        gold = self.start[tags[:, 0]] + e[b, 0, tags[:, 0]]
        for t in range(1, e.size(1)):
            nxt = torch.logsumexp(alpha[:, :, None] + self.trans[None] + e[:, t, None, :], dim=1)
            alpha = torch.where(mask[:, t, None], nxt, alpha)
            gold = gold + m[:, t] * (self.trans[tags[:, t - 1], tags[:, t]] + e[b, t, tags[:, t]])
        last = tags[b, mask.sum(1) - 1]
        return (torch.logsumexp(alpha + self.end, dim=1) - gold - self.end[last]).mean()

    def viterbi(self, e):
        """e (T,N) of one sentence without padding -> best list of tags."""
        score, back = self.start + e[0], []
        for t in range(1, e.size(0)):
            best, arg = (score[:, None] + self.trans).max(dim=0)
            score = best + e[t]
            back.append(arg)
        tag = int((score + self.end).argmax())
        path = [tag]
        for arg in reversed(back):
            tag = int(arg[tag])
            path.append(tag)
        return path[::-1]


class Tagger(nn.Module):
    def __init__(self, n_words):
        super().__init__()
        self.words = nn.Embedding(n_words, DIM, padding_idx=0)
        self.rnn = nn.LSTM(DIM, HIDDEN, batch_first=True, bidirectional=True)
        self.emit = nn.Linear(2 * HIDDEN, N_TAGS)
        self.drop = nn.Dropout(0.3)
        self.crf = CRF(N_TAGS)

    def emissions(self, w):
        x, lengths = self.drop(self.words(w)), (w != 0).sum(1)
        out, _ = self.rnn(nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False))
        out, _ = nn.utils.rnn.pad_packed_sequence(out, batch_first=True, total_length=w.size(1))
        return self.emit(self.drop(out))


def main():
    torch.manual_seed(17)
    rng = random.Random(17)

    def load(split, without=()):
        rows = {tuple(r["words"]): r for r in map(json.loads, open(f"data/tags/{split}.jsonl"))}
        return [r for words, r in rows.items() if all(words != tuple(o["words"]) for o in without)]

    test = load("test")
    val = load("validation", test)
    train = load("train", test + val)
    counts = Counter(w for r in train for w in r["words"])
    wid = {w: i + 2 for i, w in enumerate(sorted(counts))}       # 0 pad, 1 unk

    def collate(rows, noisy=False):
        T = max(len(r["words"]) for r in rows)
        w = torch.zeros(len(rows), T, dtype=torch.long)
        y = torch.zeros(len(rows), T, dtype=torch.long)
        for i, r in enumerate(rows):
            for j, (word, tag) in enumerate(zip(r["words"], r["tags"])):
                hide = noisy and counts[word] <= 3 and rng.random() < UNK_RATE
                w[i, j] = 1 if hide else wid.get(word, 1)
                y[i, j] = tag
        return w, y

    model = Tagger(len(wid) + 2)
    opt = torch.optim.Adam(model.parameters(), lr=LR)

    @torch.no_grad()
    def evaluate(rows):
        """Micro F1 over name tokens (tags 1 to 3)."""
        model.eval()
        tp = n_pred = n_gold = 0
        for r in rows:
            w, _ = collate([r])
            guess = model.crf.viterbi(model.emissions(w)[0])
            for p, g in zip(guess, r["tags"], strict=True):
                tp += p == g != 0
                n_pred += p != 0
                n_gold += g != 0
        return 2 * tp / max(1, n_pred + n_gold)

    best, kept = -1.0, None
    for epoch in range(1, EPOCHS + 1):
        model.train()
        rng.shuffle(train)
        losses = []
        for i in range(0, len(train), BATCH):
            w, y = collate(train[i:i + BATCH], noisy=True)
            loss = model.crf.nll(model.emissions(w), y, w != 0)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            opt.step()
            losses.append(loss.item())
        f1 = evaluate(val)
        print(f"{epoch:2d}  nll {sum(losses) / len(losses):7.3f}  val F1 {f1:.3f}")
        if f1 > best:
            best, kept = f1, {k: v.clone() for k, v in model.state_dict().items()}

    model.load_state_dict(kept)
    names = [t for r in test for t in r["tags"] if t]
    n_tokens = sum(len(r["tags"]) for r in test)
    always = max(2 * names.count(k) / (n_tokens + len(names)) for k in (1, 2, 3))
    print(f"test F1 {evaluate(test):.3f}; the best tag given to every token: {always:.3f}")


if __name__ == "__main__":
    main()
