"""BiLSTM on SST-2 with its own vocabulary and batches of sentences of similar length."""
import random
import re
from collections import Counter

import torch
from datasets import load_dataset
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Sampler

PAD, UNK = 0, 1


class BucketSampler(Sampler):
    """Shuffles, sorts within large chunks, cuts into batches, shuffles the batches."""

    def __init__(self, lengths, batch_size, seed, chunk=20):
        self.lengths, self.batch_size, self.chunk = lengths, batch_size, chunk * batch_size
        self.rng = random.Random(seed)

    def __len__(self):
        return (len(self.lengths) + self.batch_size - 1) // self.batch_size

    def __iter__(self):
        order = list(range(len(self.lengths)))
        self.rng.shuffle(order)
        ordered = []
        for i in range(0, len(order), self.chunk):
            ordered += sorted(order[i:i + self.chunk], key=self.lengths.__getitem__)
        batches = [ordered[i:i + self.batch_size] for i in range(0, len(ordered), self.batch_size)]
        self.rng.shuffle(batches)
        return iter(batches)


class BiLSTM(nn.Module):
    def __init__(self, vocab, emb=64, hidden=64, p=0.3):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb, padding_idx=PAD)
        self.rnn = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(p)
        self.out = nn.Linear(2 * hidden, 1)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.drop(self.emb(ids)), lengths, batch_first=True, enforce_sorted=False)
        _, (h, _) = self.rnn(packed)
        return self.out(self.drop(torch.cat([h[0], h[1]], dim=1))).squeeze(1)


def words(s):
    return re.findall(r"[a-z']+|[^\sa-z]", s.lower())


def main():
    random.seed(12)
    torch.manual_seed(12)
    raw = load_dataset("data/glue", "sst2")
    parts = raw["train"].train_test_split(test_size=0.15, seed=12, stratify_by_column="label")
    sets = {"train": parts["train"], "dev": parts["test"], "held out": raw["validation"]}

    counts = Counter(w for s in sets["train"]["sentence"] for w in words(s))
    vocab = {w: i + 2 for i, (w, c) in enumerate(counts.most_common()) if c >= 2}

    def encode(ds):
        return [(torch.tensor([vocab.get(w, UNK) for w in words(r["sentence"])]), float(r["label"])) for r in ds]

    def collate(items):
        ids, y = zip(*items)
        lengths = torch.tensor([len(x) for x in ids])
        return pad_sequence(ids, batch_first=True, padding_value=PAD), lengths, torch.tensor(y)

    data = {k: encode(v) for k, v in sets.items()}
    sampler = BucketSampler([len(x) for x, _ in data["train"]], 32, seed=12)
    train_dl = DataLoader(data["train"], batch_sampler=sampler, collate_fn=collate)
    filled = total = 0
    for ids, lengths, _ in train_dl:
        filled, total = filled + lengths.sum().item(), total + ids.numel()
    print(f"vocabulary {len(vocab) + 2}, {filled / total:.1%} of a padded batch is text")

    net = BiLSTM(len(vocab) + 2)
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    crit = nn.BCEWithLogitsLoss()

    @torch.no_grad()
    def accuracy(name):
        net.eval()
        right = 0
        for ids, lengths, y in DataLoader(data[name], batch_size=128, collate_fn=collate):
            right += ((net(ids, lengths) > 0).float() == y).sum().item()
        return right / len(data[name])

    best = (0.0, None)
    for epoch in range(8):
        net.train()
        loss_sum = 0.0
        for ids, lengths, y in train_dl:
            loss = crit(net(ids, lengths), y)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            opt.step()
            loss_sum += loss.item() * len(y)
        dev = accuracy("dev")
        print(f"epoch {epoch + 1} loss {loss_sum / len(data['train']):.4f} dev {dev:.4f}")
        if dev > best[0]:
            best = (dev, {k: v.clone() for k, v in net.state_dict().items()})
    net.load_state_dict(best[1])
    print(f"GLUE validation split: {accuracy('held out'):.4f}")


if __name__ == "__main__":
    main()
