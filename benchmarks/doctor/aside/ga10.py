"""Star rating (1 to 5) from a short review: EmbeddingBag baseline."""
import csv
import os
import random
from collections import Counter

import torch
from torch import nn
from torch.utils.data import DataLoader

WORK = "out/ga10"
WORDS = {
    1: "awful broken refund terrible useless".split(),
    2: "weak poor late disappointing flimsy".split(),
    3: "okay average fine usual acceptable".split(),
    4: "good solid nice quick pleasant".split(),
    5: "excellent perfect love superb brilliant".split(),
}
FILLER = "the a it was and box item shop came with my very this then colour".split()


def write_reviews(path, n, seed):
    rng = random.Random(seed)
    with open(path, "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["stars", "review"])
        for _ in range(n):
            stars = rng.randint(1, 5)
            words = rng.choices(WORDS[stars], k=3) + rng.choices(FILLER, k=rng.randint(4, 10))
            rng.shuffle(words)
            w.writerow([stars, " ".join(words)])


def read_reviews(path):
    with open(path, newline="") as f:
        return [(int(r["stars"]), r["review"].split()) for r in csv.DictReader(f)]


class Bag(nn.Module):
    def __init__(self, vocab_size, dim, n_classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(vocab_size, dim, mode="mean")
        self.fc = nn.Linear(dim, n_classes)

    def forward(self, ids, offsets):
        return self.fc(self.bag(ids, offsets))


def main():
    torch.manual_seed(0)
    os.makedirs(WORK, exist_ok=True)
    write_reviews(f"{WORK}/train.csv", 2000, seed=1)
    write_reviews(f"{WORK}/dev.csv", 400, seed=2)
    train_rows, dev_rows = read_reviews(f"{WORK}/train.csv"), read_reviews(f"{WORK}/dev.csv")

    counts = Counter(w for _, words in train_rows for w in words)
    vocab = {"<unk>": 0}
    for w, _ in counts.most_common():
        vocab[w] = len(vocab)

    def collate(rows):
        labels, ids, offsets = [], [], [0]
        for stars, words in rows:
            labels.append(stars)
            ids.extend(vocab.get(w, 0) for w in words)
            offsets.append(len(ids))
        return torch.tensor(ids), torch.tensor(offsets[:-1]), torch.tensor(labels)

    n_classes = len({stars for stars, _ in train_rows})
    model = Bag(len(vocab), 32, n_classes)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    train_dl = DataLoader(train_rows, batch_size=32, shuffle=True, collate_fn=collate)
    dev_dl = DataLoader(dev_rows, batch_size=100, collate_fn=collate)

    for epoch in range(5):
        model.train()
        for ids, offsets, labels in train_dl:
            optimizer.zero_grad()
            loss = criterion(model(ids, offsets), labels)
            loss.backward()
            optimizer.step()

        model.eval()
        right = 0
        with torch.no_grad():
            for ids, offsets, labels in dev_dl:
                right += (model(ids, offsets).argmax(1) == labels).sum().item()
        print(f"epoch {epoch}: dev accuracy {right / len(dev_rows):.3f}")


if __name__ == "__main__":
    main()
