"""Extractive question answering (answer spans) on small made-up biographies.

The reader is a BiGRU over the passage with the question vector and an "occurs in the question" feature
at every token; a start and an end distribution; decoding takes the best pair start <= end < start + 4.
"""
import itertools
import random

import torch
import torch.nn as nn

random.seed(31)
torch.manual_seed(31)

NAMES = "anna boris clara dmitri elena fritz greta hugo irma jonas karla lukas mira nils olga pavel".split()
TOWNS = ["paris", "rome", "new york", "oslo", "san juan", "lima", "rio de janeiro", "cairo", "hong kong", "bern"]
JOBS = ["baker", "taxi driver", "nurse", "pilot", "school teacher", "painter", "fire fighter", "judge"]
PETS = ["cat", "big dog", "parrot", "green snake", "pony", "goldfish"]


def person(name):
    facts = [("where does {} live ?", "{} lives in", random.choice(TOWNS)),
             ("what is the job of {} ?", "{} works as a", random.choice(JOBS)),
             ("which pet does {} have ?", "{} has a", random.choice(PETS))]
    return [(q.format(name), s.format(name), a) for q, s, a in facts]


def example():
    """(passage tokens, question tokens, start, end); start and end are both inclusive."""
    facts = list(itertools.chain.from_iterable(person(n) for n in random.sample(NAMES, 3)))
    random.shuffle(facts)
    facts = facts[:6]
    asked = random.randrange(len(facts))
    tokens, span = [], None
    for i, (_, stem, answer) in enumerate(facts):
        tokens += stem.split()
        if i == asked:
            span = (len(tokens), len(tokens) + len(answer.split()) - 1)
        tokens += answer.split() + ["."]
    assert " ".join(tokens[span[0]:span[1] + 1]) == facts[asked][2]
    return tuple(tokens), tuple(facts[asked][0].split()), *span


def dataset(n, taken):
    """n examples whose passages occur nowhere else."""
    rows = []
    while len(rows) < n:
        row = example()
        if row[0] not in taken:
            taken.add(row[0])
            rows.append(row)
    return rows


taken = set()
train, valid, test = dataset(2000, taken), dataset(300, taken), dataset(300, taken)
stoi = {w: i + 2 for i, w in enumerate(sorted({w for p, q, *_ in train for w in p + q}))}    # 0 pad, 1 unknown


def batch_of(rows):
    pad = lambda seqs: nn.utils.rnn.pad_sequence([torch.tensor(s) for s in seqs], batch_first=True)
    p = pad([[stoi.get(w, 1) for w in r[0]] for r in rows])
    q = pad([[stoi.get(w, 1) for w in r[1]] for r in rows])
    match = pad([[float(w in r[1]) for w in r[0]] for r in rows])
    return p, q, match, torch.tensor([r[2] for r in rows]), torch.tensor([r[3] for r in rows])


class Reader(nn.Module):
    def __init__(self, vocab, d=48):
        super().__init__()
        self.emb = nn.Embedding(vocab, d, padding_idx=0)
        self.q_rnn = nn.GRU(d, d, batch_first=True, bidirectional=True)
        self.p_rnn = nn.GRU(3 * d + 1, d, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.span = nn.Linear(2 * d, 2)

    @staticmethod
    def run(rnn, x, mask):
        packed = nn.utils.rnn.pack_padded_sequence(x, mask.sum(1), batch_first=True, enforce_sorted=False)
        out, last = rnn(packed)
        out, _ = nn.utils.rnn.pad_packed_sequence(out, batch_first=True, total_length=x.size(1))
        return out, torch.cat([last[0], last[1]], -1)

    def forward(self, p, q, match):
        _, qv = self.run(self.q_rnn, self.drop(self.emb(q)), q != 0)
        x = torch.cat([self.drop(self.emb(p)), qv[:, None].expand(-1, p.size(1), -1), match[..., None]], -1)
        h, _ = self.run(self.p_rnn, x, p != 0)
        logits = self.span(self.drop(h)).masked_fill((p == 0)[..., None], -1e9)
        return logits[..., 0], logits[..., 1]


@torch.no_grad()
def score(model, rows):
    """Share of the questions whose span is matched exactly."""
    model.eval()
    hits = 0
    for i in range(0, len(rows), 100):
        p, q, m, s, e = batch_of(rows[i:i + 100])
        ls, le = model(p, q, m)
        T = p.size(1)
        allowed = torch.ones(T, T).triu() * torch.ones(T, T).tril(3)
        both = (ls.log_softmax(-1)[:, :, None] + le.log_softmax(-1)[:, None, :]).masked_fill(allowed == 0, float("-inf"))
        flat = both.flatten(1).argmax(-1)
        ps, pe = flat // T, flat % T
        hits += ((ps == s) & (pe == e)).sum().item()
    return hits / len(rows)


model = Reader(len(stoi) + 2)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
criterion = nn.CrossEntropyLoss()
best, keep = -1.0, None
for epoch in range(12):
    model.train()
    random.shuffle(train)
    total = 0.0
    for i in range(0, len(train), 50):
        p, q, m, s, e = batch_of(train[i:i + 50])
        ls, le = model(p, q, m)
        loss = (criterion(ls, s) + criterion(le, e)) / 2
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * len(s)
    em = score(model, valid)
    print(f"epoch {epoch}: loss {total / len(train):.4f}, valid EM {em:.3f}")
    if em > best:
        best, keep = em, {k: v.clone() for k, v in model.state_dict().items()}

model.load_state_dict(keep)
print(f"test EM {score(model, test):.3f}; one of the six facts picked blindly: EM {1 / 6:.3f}")
