"""Biaffine dependency parsing in miniature: every word chooses its head.

Sentences and trees come from a small grammar with attachment that depends on the preposition.
UAS (share of words with the right head) is counted over all words.
"""
import random
from typing import NamedTuple

import torch
import torch.nn as nn
import torch.nn.functional as F

LEX = {
    "det": "the a this that every".split(),
    "adj": "old red quiet tall strange happy small bright".split(),
    "noun": "dog farmer house tree river teacher box song road child wolf letter".split(),
    "verb": "sees likes paints finds builds follows carries hears".split(),
    "adv": "often never slowly gladly".split(),
    "p_noun": "of with".split(),        # hangs on the noun before it
    "p_verb": "near under after".split(),  # hangs on the verb
}


class Sent(NamedTuple):
    words: tuple
    heads: tuple      # 0 is the artificial root, words are counted from 1


def make(rng):
    rows = []         # [word, row of its head or None]

    def noun_phrase(head):
        noun = [rng.choice(LEX["noun"]), head]
        rows.append([rng.choice(LEX["det"]), noun])
        rows.extend([rng.choice(LEX["adj"]), noun] for _ in range(rng.choice([0, 0, 1, 2])))
        rows.append(noun)
        return noun

    def with_prep(kind, head):
        prep = [rng.choice(LEX[kind]), None]
        rows.append(prep)
        prep[1] = noun_phrase(head)        # as in Universal Dependencies the preposition hangs on its noun

    verb = [rng.choice(LEX["verb"]), None]
    subject = noun_phrase(verb)
    if rng.random() < 0.4:
        with_prep("p_noun", subject)
    if rng.random() < 0.4:
        rows.append([rng.choice(LEX["adv"]), verb])
    rows.append(verb)
    obj = noun_phrase(verb)
    if rng.random() < 0.5:
        kind, head = rng.choice([("p_noun", obj), ("p_verb", verb)])
        with_prep(kind, head)
    place = {id(r): i + 1 for i, r in enumerate(rows)}
    return Sent(tuple(r[0] for r in rows), tuple(0 if r[1] is None else place[id(r[1])] for r in rows))


class Parser(nn.Module):
    def __init__(self, vocab, d=48, a=48):
        super().__init__()
        self.emb = nn.Embedding(vocab, d, padding_idx=0)
        self.rnn = nn.LSTM(d, d, batch_first=True, bidirectional=True)
        mlp = lambda: nn.Sequential(nn.Linear(2 * d, a), nn.ReLU(), nn.Dropout(0.1))
        self.as_dep, self.as_head = mlp(), mlp()
        self.w = nn.Parameter(torch.randn(a + 1, a) * 0.05)      # the extra row is the bias of a head

    def forward(self, ids):
        """ids (B, T) with the root sign in column 0 -> arc scores (B, dependent, head)."""
        mask = ids != 0
        packed = nn.utils.rnn.pack_padded_sequence(self.emb(ids), mask.sum(1), batch_first=True, enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=ids.size(1))
        dep = self.as_dep(h)
        dep = torch.cat([dep, torch.ones_like(dep[..., :1])], -1)
        arcs = dep @ self.w @ self.as_head(h).transpose(1, 2)
        arcs = arcs.masked_fill(~mask[:, None, :], float("-inf"))
        return arcs.masked_fill(torch.eye(ids.size(1), dtype=torch.bool), float("-inf"))   # nobody heads itself


def tensors(sents, vocab):
    T = max(len(s.words) for s in sents) + 1
    ids, heads = (torch.zeros(len(sents), T, dtype=torch.long) for _ in range(2))
    for i, s in enumerate(sents):
        n = len(s.words) + 1
        ids[i, :n] = torch.tensor([1] + [vocab.get(w, 2) for w in s.words])
        heads[i, 1:n] = torch.tensor(s.heads)
    real = ids != 0
    real[:, 0] = False
    return ids, heads, real


@torch.no_grad()
def attachment(model, sents, vocab):
    model.eval()
    ids, heads, real = tensors(sents, vocab)
    return (model(ids).argmax(-1) == heads)[real].float().mean().item()


def main():
    torch.manual_seed(4)
    rng = random.Random(4)
    sents = list(dict.fromkeys(make(rng) for _ in range(1700)))
    test, valid, train = sents[:300], sents[300:600], sents[600:]
    vocab = {w: i + 3 for i, w in enumerate(sorted({w for s in train for w in s.words}))}   # pad, root, unknown
    model = Parser(len(vocab) + 3)
    opt = torch.optim.Adam(model.parameters(), lr=3e-3, betas=(0.9, 0.95))
    best, state = -1.0, None
    for epoch in range(10):
        model.train()
        rng.shuffle(train)
        for i in range(0, len(train), 32):
            ids, heads, real = tensors(train[i:i + 32], vocab)
            loss = F.cross_entropy(model(ids)[real], heads[real])
            opt.zero_grad()
            loss.backward()
            opt.step()
        uas = attachment(model, valid, vocab)
        print(f"epoch {epoch + 1}: last loss {loss.item():.3f}  valid UAS {uas:.3f}")
        if uas > best:
            best, state = uas, {k: v.clone() for k, v in model.state_dict().items()}
    model.load_state_dict(state)
    uas = attachment(model, test, vocab)
    right_neighbour = sum(h == i + 2 for s in test for i, h in enumerate(s.heads)) / sum(len(s.heads) for s in test)
    print(f"TEST UAS {uas:.3f}; head is always the next word: UAS {right_neighbour:.3f}")


if __name__ == "__main__":
    main()
