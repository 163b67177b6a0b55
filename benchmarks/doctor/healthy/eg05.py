import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset, Sampler

# Does the sequence hold more "ups" (tokens 1-9) than "downs" (tokens 10-18)?  Lengths differ a lot.
PAD = 0


class Sequences(Dataset):
    def __init__(self, n, seed):
        g = random.Random(seed)
        self.items = []
        for _ in range(n):
            length = g.choice(range(5, 41, 2))              # odd: no draws
            p = g.uniform(0.2, 0.8)
            seq = [g.randint(1, 9) if g.random() < p else g.randint(10, 18) for _ in range(length)]
            label = int(sum(t < 10 for t in seq) > length / 2)
            self.items.append((torch.tensor(seq), label))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class BucketBatchSampler(Sampler):
    """Batches of like length; the order inside buckets and of the batches is new in each epoch."""

    def __init__(self, lengths, batch_size):
        self.lengths, self.batch_size = lengths, batch_size

    def __len__(self):
        return (len(self.lengths) + self.batch_size - 1) // self.batch_size

    def __iter__(self):
        order = sorted(range(len(self.lengths)), key=lambda i: (self.lengths[i], random.random()))
        batches = [order[i : i + self.batch_size] for i in range(0, len(order), self.batch_size)]
        random.shuffle(batches)
        yield from batches


def collate(batch):
    seqs, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, torch.tensor(labels)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(19, 16, padding_idx=PAD)
        self.gru = nn.GRU(16, 32, batch_first=True)
        self.out = nn.Linear(32, 2)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)
        return self.out(h[-1])


random.seed(1)
torch.manual_seed(1)
train, val = Sequences(3000, seed=10), Sequences(600, seed=20)
train_dl = DataLoader(
    train,
    batch_sampler=BucketBatchSampler([len(s) for s, _ in train.items], 32),
    collate_fn=collate,
)
val_dl = DataLoader(val, batch_size=100, collate_fn=collate)

net = Net()
optim = torch.optim.Adam(net.parameters(), lr=3e-3)
for epoch in range(8):
    net.train()
    running = 0.0
    for x, lengths, y in train_dl:
        loss = nn.functional.cross_entropy(net(x, lengths), y)
        optim.zero_grad()
        loss.backward()
        optim.step()
        running += loss.item()
    net.eval()
    hits = 0
    with torch.no_grad():
        for x, lengths, y in val_dl:
            hits += (net(x, lengths).argmax(-1) == y).sum().item()
    print(f"{epoch}: train loss {running / len(train_dl):.4f}, val acc {hits / len(val):.4f}")
