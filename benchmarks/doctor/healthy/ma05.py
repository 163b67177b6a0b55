# Skip-gram with negative sampling on a made-up corpus of topics.
#
# Every topic owns 25 words, function words occur everywhere. After training, words of one topic
# should be neighbours, and real (word, context) pairs of sentences that were never trained on
# should score higher than pairs of shuffled words.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(2024)
torch.manual_seed(2024)

N_TOPICS, PER_TOPIC, N_FUNC = 8, 25, 12
V = N_TOPICS * PER_TOPIC + N_FUNC
topic_of = np.concatenate([np.repeat(np.arange(N_TOPICS), PER_TOPIC), np.full(N_FUNC, -1)])
zipf = 1.0 / np.arange(1, PER_TOPIC + 1) ** 0.7
zipf /= zipf.sum()


def sentence():
    topic = rng.integers(N_TOPICS)
    n = rng.integers(6, 13)
    content = topic * PER_TOPIC + rng.choice(PER_TOPIC, size=n, p=zipf)
    func = N_TOPICS * PER_TOPIC + rng.integers(N_FUNC, size=n)
    return np.where(rng.random(n) < 0.35, func, content)


corpus = [sentence() for _ in range(4000)]
train, valid, test = corpus[:3200], corpus[3200:3600], corpus[3600:]

freq = np.bincount(np.concatenate(train), minlength=V)
share = freq / freq.sum()
keep_prob = np.minimum(1.0, np.sqrt(5e-3 / np.maximum(share, 1e-9)))   # subsampling of frequent words
noise = torch.tensor(freq ** 0.75, dtype=torch.float)


def pairs(sents, subsample, window=3):
    out = []
    for s in sents:
        if subsample:
            s = s[rng.random(len(s)) < keep_prob[s]]
        for i, centre in enumerate(s):
            reach = rng.integers(1, window + 1) if subsample else window
            for j in range(max(0, i - reach), min(len(s), i + reach + 1)):
                if j != i:
                    out.append((centre, s[j]))
    return torch.tensor(np.array(out), dtype=torch.long)


class SGNS(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.inp = nn.Embedding(vocab, dim)
        self.ctx = nn.Embedding(vocab, dim)
        nn.init.uniform_(self.inp.weight, -0.5 / dim, 0.5 / dim)
        nn.init.normal_(self.ctx.weight, std=0.05)

    def score(self, centre, context):
        return (self.inp(centre) * self.ctx(context)).sum(-1)

    def forward(self, centre, context, negative):
        pos = self.score(centre, context)
        neg = self.score(centre[:, None], negative)
        return -(F.logsigmoid(pos) + F.logsigmoid(-neg).sum(-1)).mean()


def draw(shape):
    return torch.multinomial(noise, int(np.prod(shape)), replacement=True).view(shape)


def auc(pos, neg):
    """Probability that a real pair scores above a random one (Mann-Whitney, ties count half)."""
    neg = neg.sort().values
    below = torch.searchsorted(neg, pos, right=False)
    upto = torch.searchsorted(neg, pos, right=True)
    return ((below + upto).double() / 2 / len(neg)).mean().item()


valid_pairs, test_pairs = pairs(valid, False), pairs(test, False)
valid_noise, test_noise = draw((len(valid_pairs),)), draw((len(test_pairs),))

model = SGNS(V, 32)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
best_auc, best_weights = 0.0, None

for epoch in range(6):
    data = pairs(train, True)
    data = data[torch.randperm(len(data))]
    running = 0.0
    for batch in data.split(512):
        optimizer.zero_grad()
        loss = model(batch[:, 0], batch[:, 1], draw((len(batch), 5)))
        loss.backward()
        optimizer.step()
        running += loss.item() * len(batch)
    with torch.no_grad():
        a = auc(model.score(valid_pairs[:, 0], valid_pairs[:, 1]), model.score(valid_pairs[:, 0], valid_noise))
    print(f"epoch {epoch + 1}: {len(data)} pairs, loss {running / len(data):.3f}, validation AUC {a:.3f}")
    if a > best_auc:
        best_auc, best_weights = a, {k: v.clone() for k, v in model.state_dict().items()}

model.load_state_dict(best_weights)
with torch.no_grad():
    a = auc(model.score(test_pairs[:, 0], test_pairs[:, 1]), model.score(test_pairs[:, 0], test_noise))
    e = F.normalize(model.inp.weight, dim=-1)
    sim = e @ e.T
    sim.fill_diagonal_(-2.0)
    content = torch.tensor(np.flatnonzero(topic_of >= 0))
    near = sim[content].topk(5, dim=-1).indices.numpy()
    purity = (topic_of[near] == topic_of[content.numpy()][:, None]).mean()
print(f"test AUC {a:.3f} (0.5 = chance)")
print(f"of the 5 nearest neighbours {purity:.2f} belong to the word's own topic (chance {(PER_TOPIC - 1) / (V - 1):.2f})")
