"""Which of three invented languages is this word from?  Character LSTM, packed sequences.

Every language is a Markov chain over letters.  Words are drawn, made unique over all languages
(so no word can be in two parts or have two labels), then split.
"""
import string
from collections import namedtuple

import numpy as np
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

Word = namedtuple("Word", "text label")
ALPHABET = string.ascii_lowercase[:12]
CHAR_TO_ID = {c: i + 1 for i, c in enumerate(ALPHABET)}  # 0 is padding
N_LANG, PER_LANG = 3, 900

rng = np.random.default_rng(99)
torch.manual_seed(99)


def draw_words():
    chains = [rng.dirichlet(np.full(len(ALPHABET), 0.35), size=len(ALPHABET)) for _ in range(N_LANG)]
    label_of = {}
    for lang, chain in enumerate(chains):
        mine = 0
        while mine < PER_LANG:
            length = rng.integers(5, 13)
            letters = [rng.integers(len(ALPHABET))]
            while len(letters) < length:
                letters.append(rng.choice(len(ALPHABET), p=chain[letters[-1]]))
            text = "".join(ALPHABET[k] for k in letters)
            if text not in label_of:
                label_of[text] = lang
                mine += 1
    words = [Word(t, l) for t, l in label_of.items()]
    return [words[i] for i in rng.permutation(len(words))]


def collate(batch):
    seqs = [torch.tensor([CHAR_TO_ID[c] for c in w.text]) for w in batch]
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=0), lengths, torch.tensor([w.label for w in batch])


class CharLSTM(nn.Module):
    def __init__(self, n_chars, n_classes, emb=24, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(n_chars + 1, emb, padding_idx=0)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(2 * hidden, n_classes)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths.cpu(), batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)
        # h: (2, batch, hidden), the last states of the two directions, in the order of the batch
        return self.out(self.drop(torch.cat([h[0], h[1]], dim=1)))


def run_epoch(model, loader, optimizer=None):
    """Trains if there is an optimizer, otherwise only measures."""
    training = optimizer is not None
    model.train(training)
    loss_fn = nn.CrossEntropyLoss(reduction="sum")
    total, confusion = 0.0, torch.zeros(N_LANG, N_LANG, dtype=torch.long)
    with torch.set_grad_enabled(training):
        for x, lengths, y in loader:
            logits = model(x, lengths)
            loss = loss_fn(logits, y)
            if training:
                optimizer.zero_grad()
                (loss / len(y)).backward()
                nn.utils.clip_grad_norm_(model.parameters(), 5.0)
                optimizer.step()
            total += loss.item()
            for t, p in zip(y.tolist(), logits.argmax(1).tolist()):
                confusion[t, p] += 1
    n = confusion.sum().item()
    return total / n, confusion.diag().sum().item() / n, confusion


words = draw_words()
n = len(words)
train, val, test = words[: int(0.7 * n)], words[int(0.7 * n) : int(0.85 * n)], words[int(0.85 * n) :]
train_dl = DataLoader(train, batch_size=64, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val, batch_size=256, collate_fn=collate)
test_dl = DataLoader(test, batch_size=256, collate_fn=collate)

model = CharLSTM(len(ALPHABET), N_LANG)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
best_loss, snapshot, bad = float("inf"), None, 0
for epoch in range(30):
    tl, ta, _ = run_epoch(model, train_dl, optimizer)
    vl, va, _ = run_epoch(model, val_dl)
    print(f"{epoch:2d} | train {tl:.3f} {ta:.3f} | val {vl:.3f} {va:.3f}")
    if vl < best_loss:
        best_loss, bad = vl, 0
        snapshot = {k: v.clone() for k, v in model.state_dict().items()}
    else:
        bad += 1
        if bad == 5:
            break

model.load_state_dict(snapshot)
loss, acc, confusion = run_epoch(model, test_dl)
print(f"test loss {loss:.3f}, accuracy {acc:.3f}, chance about {1 / N_LANG:.3f}")
print("rows: true, columns: said\n", confusion.numpy())
