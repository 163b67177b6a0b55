# Name tagger on words, character GRU inside a word, GRU over the sentence. Own batch sampler by length.
# Sentences occur several times and across the files, so every sentence is kept once and in one file only.
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset, Sampler

logging.basicConfig(level="INFO", format="%(levelname)s %(message)s")
LOG = logging.getLogger("tagger")
IGNORE = -100

@dataclass(frozen=True)
class HParams:
    char_dim: int = 24
    word_dim: int = 48
    hidden: int = 64
    batch: int = 16
    epochs: int = 25
    lr: float = 4e-3
    patience: int = 8

def read(split):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as f:
        for line in f:
            r = json.loads(line)
            yield tuple(r["words"]), r["tags"]

def load():
    """test keeps its sentences, then validation, then train: a sentence belongs to the first that has it"""
    taken, out = set(), {}
    for split in ("test", "validation", "train"):
        out[split] = []
        for words, tags in read(split):
            if words not in taken:
                taken.add(words)
                out[split].append((words, tags))
    return out

class Sentences(Dataset):
    def __init__(self, rows, alphabet):
        self.rows, self.alphabet = rows, alphabet

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        words, tags = self.rows[i]
        # 0 is padding, 1 an unknown character
        return [torch.tensor([self.alphabet.get(c, 1) for c in w]) for w in words], torch.tensor(tags)

def collate(items):
    words = [w for ws, _ in items for w in ws]               # all words of the batch, one below the other
    chars = pad_sequence(words, batch_first=True)
    char_len = torch.tensor([len(w) for w in words])
    sent_len = torch.tensor([len(ws) for ws, _ in items])
    tags = pad_sequence([t for _, t in items], batch_first=True, padding_value=IGNORE)
    return chars, char_len, sent_len, tags

class ByLength(Sampler):
    """Batches of about equally long sentences, in a new order each epoch."""

    def __init__(self, lengths, batch, seed=0):
        self.lengths, self.batch = torch.tensor(lengths), batch
        self.gen = torch.Generator().manual_seed(seed)

    def __len__(self):
        return -(-len(self.lengths) // self.batch)

    def __iter__(self) -> Iterator[list[int]]:
        noise = torch.rand(len(self.lengths), generator=self.gen)         # breaks ties differently each time
        chunks = (self.lengths + noise).argsort().split(self.batch)
        for j in torch.randperm(len(chunks), generator=self.gen).tolist():
            yield chunks[j].tolist()

class Tagger(nn.Module):
    def __init__(self, n_chars, n_tags, hp):
        super().__init__()
        self.emb = nn.Embedding(n_chars, hp.char_dim, padding_idx=0)
        self.chars = nn.GRU(hp.char_dim, hp.word_dim // 2, batch_first=True, bidirectional=True)
        self.words = nn.GRU(hp.word_dim, hp.hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.25)
        self.out = nn.Linear(2 * hp.hidden, n_tags)

    def forward(self, chars, char_len, sent_len):
        _, last = self.chars(pack_padded_sequence(self.emb(chars), char_len, batch_first=True, enforce_sorted=False))
        vec = torch.cat([last[0], last[1]], dim=-1)          # forward and backward end of each word
        sents = pad_sequence(vec.split(sent_len.tolist()), batch_first=True)
        packed = pack_padded_sequence(self.drop(sents), sent_len, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.words(packed)[0], batch_first=True)
        return self.out(self.drop(h))

@torch.no_grad()
def name_f1(model, loader):
    """micro F1 over the words that carry a name tag (1, 2, 3); 0 is no name"""
    model.eval()
    tp = found = real = 0
    for chars, cl, sl, tags in loader:
        pred = model(chars, cl, sl).argmax(-1)
        keep = tags != IGNORE
        pred, tags = pred[keep], tags[keep]
        tp += ((pred == tags) & (tags > 0)).sum().item()
        found += (pred > 0).sum().item()
        real += (tags > 0).sum().item()
    return 2 * tp / max(1, found + real)

def main():
    hp = HParams()
    torch.manual_seed(4)
    rows = load()
    LOG.info("sentences: %s", {k: len(v) for k, v in rows.items()})
    alphabet = {c: i + 2 for i, c in enumerate(sorted({c for ws, _ in rows["train"] for w in ws for c in w}))}
    n_tags = 1 + max(t for _, ts in rows["train"] for t in ts)
    sets = {k: Sentences(v, alphabet) for k, v in rows.items()}
    train = DataLoader(sets["train"], collate_fn=collate,
                       batch_sampler=ByLength([len(w) for w, _ in rows["train"]], hp.batch))
    val, test = (DataLoader(sets[k], batch_size=64, collate_fn=collate) for k in ("validation", "test"))

    model = Tagger(len(alphabet) + 2, n_tags, hp)
    opt = torch.optim.Adam(model.parameters(), lr=hp.lr)
    loss_fn = nn.CrossEntropyLoss(ignore_index=IGNORE)
    best, state, bad = -1.0, None, 0
    for epoch in range(hp.epochs):
        model.train()
        for chars, cl, sl, tags in train:
            opt.zero_grad()
            loss = loss_fn(model(chars, cl, sl).flatten(0, 1), tags.flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            opt.step()
        f1 = name_f1(model, val)
        LOG.info("epoch %2d last loss %.3f val name F1 %.4f", epoch, loss.item(), f1)
        if f1 > best:
            best, bad, state = f1, 0, {k: v.clone() for k, v in model.state_dict().items()}
        else:
            bad += 1
        if bad == hp.patience:
            break
    model.load_state_dict(state)
    LOG.info("val %.4f, test name F1 %.4f; guessing 'no name' everywhere scores 0", best, name_f1(model, test))

if __name__ == "__main__":
    main()
