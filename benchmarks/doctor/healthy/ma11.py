"""Joint intent detection and slot filling (two heads on one encoder) for a voice assistant.

Some values of every slot are kept for validation, others for the test. Words are hidden in training, as practice
for unknown ones.
"""
import random
import re

import torch
from torch import nn

TEMPLATES = {
    "alarm": ["wake me at {time}", "set an alarm for {time} on {day}", "i must get up at {time} {day}"],
    "weather": ["will it rain in {city} on {day}", "weather for {city} please", "how warm is {city} on {day}"],
    "music": ["play something by {artist}", "i want to hear {artist}", "put {artist} on in the {room}"],
    "lights": ["switch off the lamp in the {room}", "make the {room} brighter", "lights on in the {room} at {time}"],
    "travel": ["book a train from {city} to {city}", "when does the bus to {city} leave on {day}", "get me to {city} by {time}"],
}
VALUES = {
    "time": ["noon", "midnight", "six", "seven thirty", "half past nine", "ten", "eleven fifteen", "quarter to two", "four"],
    "day": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "next week", "new year"],
    "city": ["berlin", "porto", "new delhi", "cairo", "quito", "los angeles", "riga", "tunis", "hanoi", "lyon", "santa fe", "perth"],
    "artist": ["the owls", "nina", "red river band", "old mill", "vera stone", "blue", "dj kilo", "the lanterns", "mara"],
    "room": ["kitchen", "hall", "living room", "attic", "bath room", "garage", "cellar", "study", "guest room"],
}
OPENERS, CLOSERS = ["", "hey", "please", "so now", "ok computer"], ["", "thanks", "if you can", "right away"]
INTENTS = sorted(TEMPLATES)
TAGS = ["O"] + [f"{p}-{s}" for s in sorted(VALUES) for p in "BI"]


def generate(n, rng, values, taken):
    rows = []
    while len(rows) < n:
        intent = rng.choice(INTENTS)
        words, tags = [], []
        text = f"{rng.choice(OPENERS)} {rng.choice(TEMPLATES[intent])} {rng.choice(CLOSERS)}"
        for piece in re.split(r"(\{\w+\})", text):
            slot = piece[1:-1] if piece.startswith("{") else None
            new = (rng.choice(values[slot]) if slot else piece).split()
            words += new
            tags += [f"B-{slot}"] + [f"I-{slot}"] * (len(new) - 1) if slot else ["O"] * len(new)
        if tuple(words) not in taken:
            taken.add(tuple(words))
            rows.append((words, tags, intent))
    return rows


def spans(tags):
    """Set of (slot, first, last). A stray I- opens a span, as in conlleval."""
    found, start, kind = set(), None, None
    for i, t in enumerate(tags + ["O"]):
        if start is not None and t != f"I-{kind}":
            found.add((kind, start, i - 1))
            start = kind = None
        if t != "O" and start is None:
            start, kind = i, t[2:]
    return found


class Joint(nn.Module):
    def __init__(self, vocab, d=64):
        super().__init__()
        self.emb = nn.Embedding(vocab, d, padding_idx=0)
        self.rnn = nn.LSTM(d, d // 2, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.2)
        self.slot, self.intent = nn.Linear(d, len(TAGS)), nn.Linear(d, len(INTENTS))
        self.log_var = nn.Parameter(torch.zeros(2))      # learned weights of the two tasks

    def forward(self, x):
        mask, e = x != 0, self.drop(self.emb(x))
        packed = nn.utils.rnn.pack_padded_sequence(e, mask.sum(1), batch_first=True, enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=x.size(1))
        h = self.drop(h)
        return self.slot(h), self.intent(h.masked_fill(~mask[..., None], -1e9).amax(1))

    def loss(self, x, tags, intent):
        s, i = self(x)
        both = torch.stack([nn.functional.cross_entropy(s.flatten(0, 1), tags.flatten(), ignore_index=-100),
                            nn.functional.cross_entropy(i, intent)])
        return (both * torch.exp(-self.log_var) + self.log_var).sum() / 2


torch.manual_seed(12)
rng = random.Random(12)


def gather(*strips):
    """Every ninth value of each list, starting at each of the given places."""
    return {slot: [w for k in strips for w in v[k::9]] for slot, v in VALUES.items()}


taken = set()
train = generate(600, rng, gather(0, 1, 2, 3, 4, 5), taken)
valid = generate(150, rng, gather(0, 1, 6), taken)
test = generate(150, rng, gather(2, 3, 7, 8), taken)

vocab = {w: n + 2 for n, w in enumerate(sorted({w for r in train for w in r[0]}))}


def batch(rows, hide=0.0):
    pad = lambda z, v: nn.utils.rnn.pad_sequence(z, batch_first=True, padding_value=v)
    x = pad([torch.tensor([1 if rng.random() < hide else vocab.get(w, 1) for w in r[0]]) for r in rows], 0)
    t = pad([torch.tensor([TAGS.index(t) for t in r[1]]) for r in rows], -100)
    return x, t, torch.tensor([INTENTS.index(r[2]) for r in rows])


@torch.no_grad()
def report(model, rows):
    model.eval()
    x, _, y = batch(rows)
    s, i = model(x)
    hit = i.argmax(-1) == y
    tp = n_guess = n_gold = frames = 0
    for row, ids, ok in zip(rows, s.argmax(-1).tolist(), hit.tolist()):
        guess, gold = spans([TAGS[k] for k in ids[:len(row[0])]]), spans(row[1])
        tp, n_guess, n_gold = tp + len(guess & gold), n_guess + len(guess), n_gold + len(gold)
        frames += ok and guess == gold
    return {"intent": hit.float().mean().item(), "slot F1": 2 * tp / max(1, n_guess + n_gold), "frame": frames / len(rows)}


model = Joint(len(vocab) + 2)
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
best, weights = -1.0, None
for epoch in range(20):
    model.train()
    rng.shuffle(train)
    for k in range(0, len(train), 25):
        opt.zero_grad()
        model.loss(*batch(train[k:k + 25], hide=0.15)).backward()
        opt.step()
    r = report(model, valid)
    if r["frame"] > best:
        best, weights = r["frame"], {k: v.clone() for k, v in model.state_dict().items()}
    if epoch % 4 == 3:
        print(epoch + 1, {k: round(v, 3) for k, v in r.items()})
model.load_state_dict(weights)
print("test", {k: round(v, 3) for k, v in report(model, test).items()}, f"(guessing an intent: {1 / len(INTENTS):.2f})")
