"""Sequence labelling: words + characters -> BiLSTM -> tag, with packing and padding ignored in the loss."""
import json

import torch
from sklearn.metrics import classification_report, f1_score
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

PAD, UNK, IGNORE = 0, 1, -100
torch.manual_seed(17)


def load(split):
    rows = [json.loads(s) for s in open(f"data/tags/{split}.jsonl", encoding="utf-8") if s.strip()]
    return [(tuple(r["words"]), r["tags"]) for r in rows]


def without(rows, *others):
    taken = {w for o in others for w, _ in o}
    out = []
    for words, tags in rows:
        if words not in taken:
            taken.add(words)
            out.append((words, tags))
    return out


test = without(load("test"))
val = without(load("validation"), test)
train = without(load("train"), val, test)
print(f"{len(train)} / {len(val)} / {len(test)} different sentences")

word_id = {w: i for i, w in enumerate(sorted({w for ws, _ in train for w in ws}), start=2)}
char_id = {c: i for i, c in enumerate(sorted({c for w in word_id for c in w}), start=1)}
N_TAGS = 1 + max(t for _, ts in train for t in ts)


def encode_words(ws):
    return torch.tensor([word_id.get(w, UNK) for w in ws])


def encode_chars(ws, width=12):
    rows = [[char_id.get(c, PAD) for c in w[:width]] for w in ws]
    return torch.tensor([r + [PAD] * (width - len(r)) for r in rows])


def collate(batch):
    words = pad_sequence([encode_words(w) for w, _ in batch], batch_first=True, padding_value=PAD)
    chars = pad_sequence([encode_chars(w) for w, _ in batch], batch_first=True, padding_value=PAD)
    tags = pad_sequence([torch.tensor(t) for _, t in batch], batch_first=True, padding_value=IGNORE)
    lengths = torch.tensor([len(w) for w, _ in batch])      # stays on the CPU for packing
    return words, chars, lengths, tags


class Tagger(nn.Module):
    def __init__(self, n_words, n_chars, n_tags, dw=48, dc=16, hid=48, word_drop=0.1):
        super().__init__()
        self.word = nn.Embedding(n_words, dw, padding_idx=PAD)
        self.char = nn.Embedding(n_chars, dc, padding_idx=PAD)
        self.conv = nn.Conv1d(dc, 24, 3, padding=1)
        self.lstm = nn.LSTM(dw + 24, hid, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(2 * hid, n_tags)
        self.word_drop = word_drop

    def forward(self, words, chars, lengths):
        if self.training:          # the unknown word has to be seen to be learned
            hide = (torch.rand(words.shape) < self.word_drop) & (words != PAD)
            words = words.masked_fill(hide, UNK)
        B, L, W = chars.shape
        c = self.char(chars.view(B * L, W)).transpose(1, 2)
        c = torch.relu(self.conv(c)).amax(-1).view(B, L, -1)
        x = self.drop(torch.cat([self.word(words), c], -1))
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=L)
        return self.out(self.drop(h))


def predict(model, loader):
    model.eval()
    gold, guess = [], []
    with torch.no_grad():
        for words, chars, lengths, tags in loader:
            keep = tags != IGNORE
            guess += model(words, chars, lengths).argmax(-1)[keep].tolist()
            gold += tags[keep].tolist()
    return gold, guess


def macro(gold, guess):
    return f1_score(gold, guess, labels=list(range(1, N_TAGS)), average="macro", zero_division=0)


loaders = {
    "train": DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate),
    "val": DataLoader(val, batch_size=64, collate_fn=collate),
    "test": DataLoader(test, batch_size=64, collate_fn=collate),
}
model = Tagger(len(word_id) + 2, len(char_id) + 1, N_TAGS)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
criterion = nn.CrossEntropyLoss(ignore_index=IGNORE)
best_f1, best, idle = -1.0, None, 0
for epoch in range(30):
    model.train()
    for words, chars, lengths, tags in loaders["train"]:
        optimizer.zero_grad()
        logits = model(words, chars, lengths)
        loss = criterion(logits.flatten(0, 1), tags.flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
    f1 = macro(*predict(model, loaders["val"]))
    print(f"epoch {epoch}: val macro F1 {f1:.3f}")
    if f1 > best_f1:
        best_f1, idle, best = f1, 0, {k: v.clone() for k, v in model.state_dict().items()}
    else:
        idle += 1
        if idle == 6:
            break
model.load_state_dict(best)
gold, guess = predict(model, loaders["test"])
print(f"test macro F1 over the name tags {macro(gold, guess):.3f}")
print(classification_report(gold, guess, digits=3, zero_division=0))
