"""word2vec (skip-gram, negative sampling) on an artificial corpus with known topics.

Words of one topic occur together; after training a word's neighbours should be of its own topic.
"""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

TOPICS = {
    "kitchen": "pan pot spoon oven salt butter flour recipe soup plate".split(),
    "sea": "boat sail wave harbour fish anchor tide captain island gull".split(),
    "office": "desk printer meeting email chair report boss coffee deadline memo".split(),
    "garden": "rose spade seed soil tree hedge lawn bee compost weed".split(),
}
GLUE = "the a of with and near his her old new".split()


def write_corpus(n_sentences, rng):
    corpus = []
    for _ in range(n_sentences):
        topic = TOPICS[rng.choice(list(TOPICS))]
        words = [rng.choice(GLUE) if rng.random() < 0.4 else rng.choice(topic) for _ in range(10)]
        corpus.append([str(w) for w in words])
    return corpus


def skipgrams(corpus, index, window=3):
    pairs = []
    for sent in corpus:
        ids = [index[w] for w in sent]
        for i, c in enumerate(ids):
            for j in range(max(0, i - window), min(len(ids), i + window + 1)):
                if j != i:
                    pairs.append((c, ids[j]))
    return torch.tensor(pairs)


class SkipGram(nn.Module):
    def __init__(self, n_words, dim):
        super().__init__()
        self.center = nn.Embedding(n_words, dim)
        self.context = nn.Embedding(n_words, dim)
        nn.init.uniform_(self.center.weight, -0.5 / dim, 0.5 / dim)
        nn.init.zeros_(self.context.weight)

    def forward(self, c, pos, neg):
        v = self.center(c)                                        # (b, d)
        good = (v * self.context(pos)).sum(-1)                    # (b,)
        bad = torch.einsum("bd,bkd->bk", v, self.context(neg))    # (b, k)
        return -(F.logsigmoid(good) + F.logsigmoid(-bad).sum(-1)).mean()


def draw_negatives(noise, n, k):
    return torch.multinomial(noise, n * k, replacement=True).view(n, k)


def main(dim=24, epochs=6, batch=256, k=5):
    torch.manual_seed(21)
    rng = np.random.default_rng(21)
    train, held_out = write_corpus(1500, rng), write_corpus(200, rng)

    vocab = sorted({w for s in train for w in s})
    index = {w: i for i, w in enumerate(vocab)}
    held_out = [[w for w in s if w in index] for s in held_out]
    counts = torch.zeros(len(vocab))
    for s in train:
        for w in s:
            counts[index[w]] += 1
    noise = counts.pow(0.75)

    pairs, val_pairs = skipgrams(train, index), skipgrams(held_out, index)
    val_neg = draw_negatives(noise, len(val_pairs), k)            # fixed, so that epochs compare
    print(f"{len(vocab)} words, {len(pairs)} training pairs, {len(val_pairs)} held-out pairs")

    model = SkipGram(len(vocab), dim)
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for rows in torch.randperm(len(pairs)).split(batch):
            c, pos = pairs[rows].unbind(1)
            loss = model(c, pos, draw_negatives(noise, len(rows), k))
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(rows)
        model.eval()
        with torch.no_grad():
            val = model(val_pairs[:, 0], val_pairs[:, 1], val_neg).item()
        print(f"epoch {epoch + 1}: train {total / len(pairs):.4f}  held-out {val:.4f}")

    vectors = F.normalize(model.center.weight.detach(), dim=1)
    sims = vectors @ vectors.T
    sims.fill_diagonal_(-1)
    topic_of = {w: t for t, ws in TOPICS.items() for w in ws}
    content = [w for w in vocab if w in topic_of]
    right = 0
    for w in content:
        order = [vocab[i] for i in sims[index[w]].argsort(descending=True).tolist() if vocab[i] in topic_of][:5]
        right += sum(topic_of[o] == topic_of[w] for o in order)
        if w in ("boat", "oven", "rose", "desk"):
            print(f"{w:>6} ~ {', '.join(order)}")
    print(f"neighbours of the same topic: {right / (5 * len(content)):.2f} (chance about {9 / 39:.2f})")


if __name__ == "__main__":
    main()
