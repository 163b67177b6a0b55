"""sst2-like sentiment, fastText style: hashed uni-, bi- and trigrams in an EmbeddingBag, micro-batches."""
from __future__ import annotations

import random
import zlib
from typing import Iterable, Iterator, NamedTuple

import pandas as pd
import torch
from torch import Tensor, nn

BUCKETS = 2**15
MICRO, ACCUM = 16, 4  # 64 sentences an update


class Example(NamedTuple):
    grams: list[int]
    label: int


def featurise(sentence: str) -> list[int]:
    w = ["<s>", *sentence.lower().replace(",", " ,").split(), "</s>"]
    grams = [g for n in (1, 2, 3) for g in zip(*(w[i:] for i in range(n)))]
    return [zlib.crc32(" ".join(g).encode()) % BUCKETS for g in grams]  # crc32: same in every process


def load(path: str) -> list[Example]:
    frame = pd.read_parquet(path)
    return [Example(featurise(s), int(y)) for s, y in zip(frame["sentence"], frame["label"])]


def batches(data: list[Example], size: int, rng: random.Random | None = None) -> Iterator[list[Example]]:
    order = list(range(len(data)))
    if rng is not None:
        rng.shuffle(order)
    for i in range(0, len(order), size):
        yield [data[j] for j in order[i : i + size]]


def pack(batch: Iterable[Example]) -> tuple[Tensor, Tensor, Tensor]:
    flat: list[int] = []
    starts, labels = [], []
    for ex in batch:
        starts.append(len(flat))
        flat.extend(ex.grams)
        labels.append(ex.label)
    return torch.tensor(flat), torch.tensor(starts), torch.tensor(labels, dtype=torch.float32)


class Bag(nn.Module):
    def __init__(self, dim: int = 32) -> None:
        super().__init__()
        self.emb = nn.EmbeddingBag(BUCKETS, dim, mode="mean")
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(dim, 1)
        nn.init.normal_(self.emb.weight, std=0.1)

    def forward(self, flat: Tensor, starts: Tensor) -> Tensor:
        return self.out(self.drop(self.emb(flat, starts))).squeeze(1)


@torch.no_grad()
def accuracy(model: Bag, data: list[Example]) -> float:
    model.eval()
    right = 0
    for b in batches(data, 256):
        flat, starts, y = pack(b)
        right += int(((model(flat, starts) > 0) == (y > 0.5)).sum())  # logit 0 is probability one half
    return right / len(data)


def main(epochs: int = 15) -> None:
    torch.manual_seed(1)
    rng = random.Random(1)
    pool = load("data/glue/sst2/train-00000-of-00001.parquet")
    test = load("data/glue/sst2/validation-00000-of-00001.parquet")  # no test file here: this is the held-out one
    rng.shuffle(pool)
    held, train = pool[:400], pool[400:]

    model = Bag()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    best, state = -1.0, None
    for epoch in range(1, epochs + 1):
        model.train()
        seen = 0.0
        for big in batches(train, MICRO * ACCUM, rng):
            opt.zero_grad()
            for small in batches(big, MICRO):
                flat, starts, y = pack(small)
                # sum over the micro-batch, divided by the real size of the big one: right for a short last one too
                loss = nn.functional.binary_cross_entropy_with_logits(model(flat, starts), y, reduction="sum") / len(big)
                loss.backward()
                seen += loss.item() * len(big)
            opt.step()
        acc = accuracy(model, held)
        print(f"{epoch:2d}  loss {seen / len(train):.4f}  held-out {acc:.4f}")
        if acc > best:
            best, state = acc, {k: v.clone() for k, v in model.state_dict().items()}

    model.load_state_dict(state)
    share = sum(e.label for e in test) / len(test)
    print(f"test accuracy {accuracy(model, test):.4f}, one class always {max(share, 1 - share):.4f}")


if __name__ == "__main__":
    torch.set_num_threads(2)
    main()
